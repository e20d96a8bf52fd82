// What a page of the book does beyond being read. Without this file every text, figure, answer and
// link is still there. A classic script: modules and fetch() fail on file://.
(function () {
    "use strict";
    const root = document.currentScript.getAttribute("src").replace(/book\.js$/, "");
    const all = (selector, from = document) => [...from.querySelectorAll(selector)];
    const one = (selector, from = document) => from.querySelector(selector);
    const store = {
        get(key) { try { return localStorage.getItem("abh:" + key); } catch { return null; } },
        set(key, value) { try { localStorage.setItem("abh:" + key, value); } catch { /* a private window */ } },
    };
    const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
    function made(html) {
        const template = document.createElement("template");
        template.innerHTML = html;
        return template.content.firstElementChild;
    }

    // On a phone, figures are drawn for it.
    if (matchMedia("(max-width: 47.99rem)").matches) all("template.narrow").forEach((one) => one.previousElementSibling.replaceWith(one.content));

    // 1. The bar's tools: search, and the theme (system, light, dark).
    const tools = made('<span class="bar-tools"><button type="button" class="find"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.6"/>' +
        '<path d="m10.6 10.6 3.6 3.6"/></svg><span>Search</span> <kbd>Ctrl K</kbd></button><button type="button" class="theme">' +
        '<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.6"/><path class="half" d="M8 2.4a5.6 5.6 0 0 1 0 11.2z"/></svg><span></span></button></span>');
    one(".bar").append(tools);
    const themes = ["system", "light", "dark"];
    function showTheme(theme) {
        if (theme === "system") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = theme;
        one(".theme span", tools).textContent = "Theme: " + theme;
    }
    showTheme(themes.includes(store.get("theme")) ? store.get("theme") : "system");
    one(".theme", tools).addEventListener("click", () => {
        const next = themes[(themes.indexOf(document.documentElement.dataset.theme || "system") + 1) % 3];
        store.set("theme", next === "system" ? "" : next);
        showTheme(next);
    });

    // 2. Contents: a drawer on small screens, and where the reader is.
    const contents = one("#book-contents");
    if (contents) {
        const menu = one(".menu"), close = one(".close");
        const isOpen = () => contents.classList.contains("open");
        const open = (yes) => {
            contents.classList.toggle("open", yes);
            menu.setAttribute("aria-expanded", yes);
            one("main").inert = yes;
            (yes ? close : menu).focus({ preventScroll: true });
        };
        menu.setAttribute("role", "button");
        menu.setAttribute("aria-expanded", "false");
        close.hidden = false;
        menu.addEventListener("click", (event) => { event.preventDefault(); open(!isOpen()); });
        menu.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); open(true); } });
        close.addEventListener("click", () => open(false));
        contents.addEventListener("click", (event) => {
            const link = event.target.closest("a");
            if (link && isOpen()) { open(false); link.focus(); }
        });
        document.addEventListener("click", (event) => {
            if (isOpen() && !contents.contains(event.target) && !menu.contains(event.target)) open(false);
        });
        document.addEventListener("keydown", (event) => { if (event.key === "Escape" && isOpen()) open(false); });

        const links = new Map(all(".sections a").map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
        const heads = all("main :is(h2, h3, details)[id]").filter((head) => links.has(head.id));
        let current = null, waiting = false;
        const spy = () => {
            waiting = false;
            const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 8;
            const head = heads.filter((h) => h.getBoundingClientRect().top < (atEnd ? innerHeight / 2 : 140)).pop();
            const link = head && links.get(head.id);
            if (link === current) return;
            if (current) { current.classList.remove("here"); current.removeAttribute("aria-current"); }
            all(".sections > li.open", contents).forEach((item) => item.classList.remove("open"));
            if (link) {
                link.classList.add("here");
                link.setAttribute("aria-current", "location");
                link.closest(".sections > li").classList.add("open");
                const box = link.getBoundingClientRect(), frame = contents.getBoundingClientRect();
                if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) contents.scrollTop += box.top - frame.top - frame.height / 2;
            }
            current = link;
        };
        addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(spy); } }, { passive: true });
        spy();
        if (!current) { // at the top of a page, the contents begin with where its chapter is
            const here = one('[aria-current="page"]', contents);
            if (here) contents.scrollTop = Math.max(0, here.offsetTop - contents.clientHeight / 3);
        }
    }

    // 3. Whoever comes for something that is folded away finds it open.
    function idInAddress() {
        try { return decodeURIComponent(location.hash.slice(1)); } catch { return ""; } // as #%zz
    }
    function unfold() {
        const target = document.getElementById(idInAddress());
        const folded = target && target.closest("details");
        if (!folded || folded.open) return;
        folded.open = true;
        target.scrollIntoView();
    }
    addEventListener("hashchange", unfold);
    addEventListener("click", (event) => { // the same link once more changes no hash
        const link = event.target.closest("a[href]");
        if (link && link.hash && link.hash === location.hash) unfold();
    });
    unfold();

    // 4. Chapters read: marked by the reader, or by reaching the end.
    const read = new Set((store.get("read") || "").split(" ").filter(Boolean));
    const page = document.body.dataset.chapter;
    const done = one(".done");
    function showRead() {
        store.set("read", [...read].join(" "));
        all("[data-page]").forEach((item) => item.classList.toggle("read", read.has(item.dataset.page)));
        if (!done) return;
        const button = one("button", done), number = parseInt(page, 10);
        button.setAttribute("aria-pressed", read.has(page));
        button.textContent = read.has(page) ? "Chapter " + number + " is read ✓" : "Mark chapter " + number + " as read";
    }
    if (done) {
        done.hidden = false;
        one("button", done).addEventListener("click", () => { read.has(page) ? read.delete(page) : read.add(page); showRead(); });
        if (!read.has(page)) {
            const seen = new IntersectionObserver((entries) => {
                if (entries.some((entry) => entry.isIntersecting)) { read.add(page); showRead(); seen.disconnect(); }
            });
            seen.observe(one(".onward"));
        }
    }
    showRead();
    const start = one("[data-continue]");
    if (start && read.size) {
        const next = all(".chapter-card").find((card) => !read.has(card.dataset.page));
        if (next) {
            start.textContent = "Go on with chapter " + parseInt(next.dataset.page, 10);
            start.href = one("h3 a", next).getAttribute("href");
        }
    }

    // 5. Copy buttons: of code, and of a live figure's command.
    async function copy(text, button) {
        try { await navigator.clipboard.writeText(text); } catch {
            const area = document.createElement("textarea");
            area.value = text;
            document.body.append(area);
            area.select();
            document.execCommand("copy");
            area.remove();
        }
        const words = button.dataset.words ||= button.textContent;
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = words; }, 1600);
    }
    all(".block.code, .block.shell").forEach((block) => {
        const button = made('<button type="button" class="copy">Copy</button>');
        button.setAttribute("aria-label", "Copy: " + block.dataset.label);
        block.append(button);
    });
    document.addEventListener("click", ({ target }) => {
        if (target.matches("button.copy")) copy(target.dataset.text || one("pre, .command", target.closest(".block, .panel")).textContent, target);
    });

    // 6. Only what scrolls needs a stop for the Tab key.
    const scrollers = () => all(".drawing, .scroll, pre, .formula").forEach((box) => {
        if (box.scrollWidth > box.clientWidth + 1 || "opens" in box.dataset) box.tabIndex = 0; else box.removeAttribute("tabindex");
    });
    addEventListener("load", scrollers);
    addEventListener("resize", scrollers);
    addEventListener("toggle", scrollers, true);

    // 7. Glossary cards: shown on hover and focus, by a tap, gone with Escape.
    if ("popover" in HTMLElement.prototype) {
        let timer = 0;
        const put = (link, card) => {
            clearTimeout(timer);
            if (!card.matches(":popover-open")) card.showPopover();
            const at = link.getClientRects()[0], gap = 6;
            const fitsBelow = at.bottom + gap + card.offsetHeight < innerHeight;
            card.style.left = Math.max(16, Math.min(at.left, innerWidth - card.offsetWidth - 16)) + scrollX + "px";
            card.style.top = (fitsBelow ? at.bottom + gap : at.top - gap - card.offsetHeight) + scrollY + "px";
        };
        const away = (card) => { timer = setTimeout(() => card.matches(":popover-open") && card.hidePopover(), 200); };
        all(".term").forEach((link) => {
            const card = document.getElementById(link.dataset.card);
            link.setAttribute("aria-describedby", card.id);
            let tapped = false;
            link.addEventListener("pointerdown", (event) => { tapped = event.pointerType !== "mouse"; });
            link.addEventListener("mouseenter", () => put(link, card));
            link.addEventListener("focus", () => put(link, card));
            link.addEventListener("mouseleave", () => away(card));
            link.addEventListener("blur", () => away(card));
            link.addEventListener("click", (event) => { if (tapped) { event.preventDefault(); put(link, card); } });
            card.addEventListener("mouseenter", () => clearTimeout(timer));
            card.addEventListener("mouseleave", () => away(card));
        });
    }

    // 8. Search: search-data.js, search.js and, where the book has it, minisearch.js are loaded when first asked for.
    const dialog = made('<dialog id="find" aria-label="Search the book"><form method="dialog" role="search"><label for="find-text" class="unseen">Search the book</label>' +
        '<input id="find-text" type="text" enterkeyhint="search" autocomplete="off" spellcheck="false" placeholder="Search: a word, a function, a number" role="combobox" ' +
        'aria-expanded="false" aria-controls="find-list" aria-autocomplete="list"><button type="submit">Close</button></form><p class="find-count" role="status"></p>' +
        '<ul id="find-list" role="listbox" aria-label="Places found"></ul></dialog>');
    document.body.append(dialog);
    const field = one("#find-text"), list = one("#find-list"), count = one(".find-count");
    const most = 40; // places shown
    let chosen = -1;
    const scripts = ["search-data", ...(document.body.dataset.search ? [document.body.dataset.search] : []), "search"];
    function load(then) {
        if (!scripts.length) return then();
        const script = document.createElement("script");
        script.src = root + scripts.shift() + ".js";
        script.onload = script.onerror = () => load(then);
        document.head.append(script);
    }
    const plain = (text) => text.toLowerCase().normalize("NFC").replace(/[’]/g, "'");
    const pattern = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    function excerpt({ b, c = "" }, words) {
        const isIn = (text) => words.some((word) => plain(text).includes(plain(word)));
        const text = isIn(b) || !isIn(c) ? b : c;
        const first = words.map((word) => plain(text).indexOf(plain(word))).filter((at) => at >= 0);
        const from = Math.max(0, Math.min(...first, text.length) % Math.max(text.length, 1) - 40);
        const bit = (from ? "… " : "") + text.slice(from, from + 130) + (text.length > from + 130 ? " …" : "");
        return escaped(bit).replace(new RegExp("(" + words.filter((word) => word.length > 1 || words.every((one) => one.length === 1)).map((word) => pattern(escaped(word))).join("|") + ")", "giu"), "<mark>$1</mark>");
    }
    function show() {
        const hits = window.bookSearch.found(field.value, most);
        chosen = hits.length ? 0 : -1;
        field.setAttribute("aria-expanded", hits.length > 0);
        count.textContent = !field.value.trim() ? "Type a word. Up and Down choose, Enter opens." :
            hits.length === 0 ? "Nothing found." + (window.MiniSearch ? "" : " The search knows words as the book writes them.") :
            hits.length === 1 ? "1 place" : hits.length + (hits.length === most ? " places or more" : " places");
        list.innerHTML = hits.map(({ entry, words = field.value.trim().split(/\s+/) }, i) => '<li role="option" id="hit-' + i + '" data-to="' + escaped(entry.u) + '"><b>' + escaped(entry.t) +
            '</b> <span class="at">' + escaped(entry.p) + '</span><span class="bit">' + excerpt(entry, words) + "</span></li>").join("");
        mark();
    }
    function mark() {
        all("li", list).forEach((item, i) => item.setAttribute("aria-selected", i === chosen));
        if (chosen >= 0) {
            field.setAttribute("aria-activedescendant", "hit-" + chosen);
            one("#hit-" + chosen).scrollIntoView({ block: "nearest" });
        } else field.removeAttribute("aria-activedescendant");
    }
    const go = (item) => { dialog.close(); location.href = root + item.dataset.to; };
    const ask = () => load(() => { if (!dialog.open) dialog.showModal(); field.select(); show(); });
    one(".find", tools).addEventListener("click", ask);
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
        const items = all("li", list);
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            if (items.length) chosen = (chosen + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length;
            mark();
        } else if (event.key === "Enter") {
            event.preventDefault();
            if (items[chosen]) go(items[chosen]);
        }
    });
    list.addEventListener("click", (event) => { const item = event.target.closest("li"); if (item) go(item); });

    // 9. Keys: Ctrl K searches; the arrows turn the page, unless something else has the focus.
    document.addEventListener("keydown", (event) => {
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") { event.preventDefault(); return ask(); }
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || dialog.open) return;
        const isBusy = document.activeElement && ![document.body, one("main")].includes(document.activeElement);
        const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
        const link = way && !isBusy && one('.onward [rel="' + way + '"]');
        if (link) location.href = link.href;
    });

    // 10. On paper everything is unfolded.
    addEventListener("beforeprint", () => all("details").forEach((d) => { d.dataset.was = d.open; d.open = true; }));
    addEventListener("afterprint", () => all("details").forEach((d) => { d.open = d.dataset.was === "true"; }));
})();
