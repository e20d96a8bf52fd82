// Before the page is drawn: that scripts run, and which theme the reader has chosen.
document.documentElement.classList.add("js");
try {
    const theme = localStorage.getItem("abh:theme");
    if (theme) document.documentElement.dataset.theme = theme;
} catch { /* no storage: the system's theme */ }
