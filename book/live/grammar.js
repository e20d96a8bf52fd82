// Sentences that are put together of lists: a word that is picked takes the others with it, so that he "wants" and I
// "want", and nobody buys the sea. A part has a word's meaning and what it goes with: "싶어": ["… want to", "I wish"];
// two words agree where no kind of the one is another than the same kind of the other.
const attnGrammar = (() => {
    "use strict";
    // "who:1 form:wish" as {who: "1", form: "wish"}
    const kindsOf = (parts, i, word) => Object.fromEntries(((parts[i][word] || [])[1] || "").split(" ").filter(Boolean).map((kind) => kind.split(":")));
    const agree = (a, b) => Object.keys(a).every((kind) => !(kind in b) || a[kind] === b[kind]);
    const likeness = (a, b) => Object.keys(a).filter((kind) => a[kind] === b[kind]).length;

    // The words, of which the one at `picked` stays, with as few others changed as it takes. A part without a word stays
    // without one, unless the picked word asks for it.
    function agreeing(parts, words, picked) {
        const fixed = [picked], all = [...words];
        const order = words.map((_, i) => i).filter((i) => i !== picked);
        for (const i of order) {
            const suits = (word) => fixed.every((j) => agree(kindsOf(parts, i, word), kindsOf(parts, j, all[j])));
            if (!suits(all[i])) {
                const old = kindsOf(parts, i, all[i]), place = Object.keys(parts[i]).indexOf(all[i]);
                const near = (word) => 100 * likeness(old, kindsOf(parts, i, word)) - Math.abs(Object.keys(parts[i]).indexOf(word) - place);
                const able = Object.keys(parts[i]).filter(suits);
                if (able.length) all[i] = able.sort((a, b) => near(b) - near(a))[0];
            }
            fixed.push(i);
        }
        return all;
    }

    return { agreeing };
})();
if (typeof module !== "undefined") module.exports = attnGrammar;
