// A command in a page's text that the page itself can carry out, such as ./run 7 --order 3,2,1,0, becomes a link that
// turns the panel; a button would not break at a line's end. A panel: { figure, knobs, number, turnTo(values, words) }.
const attnCommands = (() => {
    "use strict";

    // "./run 7 --order 3,2,1,0" as its chapter and its options; null for another command.
    function optionsOf(text) {
        const words = (text.trim().match(/'[^']*'|"[^"]*"|\S+/g) || []).map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
        if (words[0] !== "./run" || words.length < 3) return null;
        const options = new Map();
        for (let i = 2; i < words.length; ++i) {
            if (!/^--[a-z]/.test(words[i])) return null;
            const isFlag = i + 1 === words.length || /^--[a-z]/.test(words[i + 1]);
            options.set(words[i].slice(2), isFlag ? "on" : words[++i]);
        }
        return { chapter: parseInt(words[1], 10), options };
    }

    // Of the panels whose knobs can all stand there, the nearest one above the words, else below.
    function panelFor(code, { chapter, options }, panels) {
        const able = panels.filter((panel) => panel.number === chapter && [...options].every(([name, value]) =>
            panel.knobs.some((knob) => knob.name === name && knob.takes(value)) || panel.isGiven(name, value)));
        const above = able.filter((panel) => panel.figure.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING);
        return above.pop() || able[0];
    }

    function makeLinks(panels) {
        for (const code of document.querySelectorAll("main :not(pre):not(button) > code")) {
            const asked = !code.closest(".panel, a, .facts, .chapter-card") && optionsOf(code.textContent);
            const panel = asked && panelFor(code, asked, panels);
            if (!panel) continue;
            const link = document.createElement("a");
            link.href = "#" + panel.figure.id;
            link.className = "runs";
            link.title = "Turns the figure on this page";
            const hint = document.createElement("span");
            hint.className = "unseen";
            hint.textContent = " (turns the figure)";
            code.replaceWith(link);
            link.append(code, hint);
            link.addEventListener("click", (event) => {
                event.preventDefault();
                panel.turnTo(asked.options, "As in the text: " + code.textContent);
            });
        }
    }

    return { makeLinks, optionsOf };
})();
