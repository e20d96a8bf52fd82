// Chapter 20 as a game: two tables of numbers, one of them from a program with a mistake. Which?
//
// attnGame(names, ask) makes its box. names are the gallery's sections; ask(name, tell) runs one and tells what it prints.
window.attnGame = (names, ask) => {
    "use strict";
    const box = document.createElement("section");
    box.className = "guess game";
    box.setAttribute("aria-labelledby", "game-head");
    box.innerHTML = '<p class="panel-head" id="game-head">Which one is wrong?</p>' +
        "<p>Two programs computed the same thing, and one of them has a mistake. Both ran, and nothing failed. Can you tell which?</p>" +
        '<div class="pair"></div><p class="said" aria-live="polite"></p><p class="panel-buttons"></p>';
    const [pair, said, buttons] = [".pair", ".said", ".panel-buttons"].map((part) => box.querySelector(part));
    const left = names.slice(); // what nobody was asked yet
    let right = 0, asked = 0;

    function button(words, act) {
        const made = document.createElement("button");
        made.type = "button";
        made.textContent = words;
        made.addEventListener("click", act);
        return made;
    }

    // What the program prints of a mistake: its name, the law that finds it, who met it, and the two tables.
    function read(text) {
        const blocks = text.split(/\n\n+/), table = (name) => blocks.find((block) => block.startsWith(name + "  ["));
        const [mistake, law, ...others] = (blocks.find((block) => !block.startsWith("==")) || "").replace(/\n +/g, " ").split("\n");
        return { mistake, law, links: others.filter((line) => line.includes("github.com/")), right: table("right"), wrong: table("wrong") };
    }

    function link(line) {
        const [words, place] = line.split(": "), made = document.createElement("a");
        made.href = "https://" + place;
        made.textContent = place.split("/")[2] + " (" + words + ")";
        return made;
    }

    function show(one) {
        const sides = Math.random() < 0.5 ? ["right", "wrong"] : ["wrong", "right"];
        const answers = sides.map((side, i) => {
            const place = document.createElement("div"), table = document.createElement("pre");
            table.tabIndex = 0;
            table.textContent = one[side].replace(/^\w+ */, (i ? "B" : "A") + "  ");
            const choice = button((i ? "B" : "A") + " is wrong", () => answered(side === "wrong"));
            place.append(table, choice);
            pair.append(place);
            return choice;
        });
        const wrong = sides.indexOf("wrong") ? "B" : "A", [law, ...found] = one.law.split(": ");
        const hint = button("Give me a law", () => { said.textContent = "The right program keeps this law, and the wrong one breaks it: “" + law + "”."; });
        buttons.replaceChildren(hint);
        function answered(isRight) {
            ++asked;
            right += isRight;
            answers.forEach((choice) => { choice.disabled = true; });
            said.textContent = (isRight ? "Yes: " : "No: ") + wrong + " is wrong, “" + one.mistake + "”. The law “" + law + "” finds it: " + found.join(": ") + ".";
            one.links.forEach((line, i) => said.append(i ? ", " : " Met by somebody: ", link(line)));
            said.append(one.links.length ? ". " : " ", right + " of " + asked + " so far.");
            buttons.replaceChildren(left.length ? button("Next", next) : "That was the last one.");
            buttons.querySelector("button")?.focus({ preventScroll: true });
        }
    }

    function next() {
        pair.replaceChildren();
        buttons.replaceChildren();
        const [name] = left.splice(Math.floor(Math.random() * left.length), 1);
        if (!name) return buttons.replaceChildren("That was the last one.");
        said.textContent = "Computing …";
        ask(name, (answer) => {
            said.textContent = answer.error || "";
            const one = read(answer.text || "");
            if (answer.error) { left.push(name); buttons.replaceChildren(button("Try again", next)); }
            else if (one.right && one.wrong) show(one);
            else next(); // its mistake shows in a curve, not in a table
        });
    }

    buttons.replaceChildren(button("Show me two", next));
    return box;
};
