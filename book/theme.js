// Before the page is drawn: that scripts run, which theme the reader has chosen, and that fonts are fetched now, not when
// the first word needs them: what has another width then moves.
document.documentElement.classList.add("js");
try {
    const theme = localStorage.getItem("abh:theme");
    if (theme) document.documentElement.dataset.theme = theme;
} catch { /* no storage: the system's theme */ }
for (const font of ['1em "Book Serif"', 'italic 1em "Book Serif"', '1em "Book Sans"', '1em "Book Mono"']) document.fonts?.load(font).catch(() => {});
