// What a search finds among window.bookIndex: entries { u: address, t: title, p: page, k: kind, b: words, c: code }.
// With MiniSearch, which book/make fetches where it can, words are found in other forms, misspelt, and in code; without
// it, as they are written. Loaded with the data, when somebody searches first.
window.bookSearch = (() => {
    "use strict";
    const plain = (text) => text.toLowerCase().normalize("NFC").replace(/[’]/g, "'");
    const pattern = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

    // ---- without the library

    function asWritten(query, most) {
        const words = plain(query).split(/\s+/).filter(Boolean).map((word) => ({ word, starts: new RegExp("(^|[^\\p{L}\\p{N}])" + pattern(word), "u") }));
        if (!words.length) return [];
        return window.bookIndex.map((entry) => {
            const head = plain(entry.t), body = plain(entry.b), name = plain(entry.p);
            let score = 0;
            for (const { word, starts } of words) {
                const here = (head === word ? 60 : 0) + (starts.test(head) ? 30 : head.includes(word) ? 10 : 0) + (starts.test(name) ? 4 : 0) +
                    (starts.test(body) ? 5 : body.includes(word) ? 2 : 0);
                if (!here) return null;
                score += here + (entry.k === "term" && head.startsWith(word) ? 50 : 0);
            }
            return { entry, score };
        }).filter(Boolean).sort((a, b) => b.score - a.score).slice(0, most);
    }

    // ---- with it

    // Another word for the same: what a reader may type, and what the book says.
    const synonyms = {
        sqrt: ["√", "root"], logits: ["scores"], logit: ["score"], probability: ["weight"], seq2seq: ["translation"],
        tokenizer: ["token"], mha: ["multi", "head"], ffn: ["feed", "forward"], mlp: ["feed", "forward"], lr: ["rate"],
        gradient: ["slope"], derivative: ["slope"], backpropagation: ["backward"], backprop: ["backward"], numpy: ["npy"],
    };

    // A word without its ending, so that gradients find the gradient, and masking the mask.
    const stem = (word) => (word.length < 5 ? word : word.replace(/ies$/, "y").replace(/(ss|[aeiou]s)$|s$/, "$1").replace(/(..[^aeiou])(ing|ed)$/, "$1"));
    const parts = (text) => plain(text).match(/√|[\p{L}\p{N}]+/gu) || [];
    const names = (text) => plain(text).match(/[\p{L}\p{N}]+(_[\p{L}\p{N}]+)+/gu) || []; // softmax_rows is one word, too

    let index = null;
    function indexed() {
        if (index) return index;
        index = new window.MiniSearch({
            fields: ["t", "b", "c", "p"],
            idField: "id",
            tokenize: (text) => [...parts(text), ...names(text)],
            processTerm: (term) => (stem(term) === term ? term : [term, stem(term)]),
            searchOptions: { boost: { t: 6, b: 2, p: 0.5 }, processTerm: stem },
        });
        index.addAll(window.bookIndex.map((entry, id) => ({ id, t: entry.t, b: entry.b, c: entry.c || "", p: entry.p })));
        return index;
    }

    // soft-max as softmax, where the book has that word; softmax_rows as the function, where there is one.
    function asMeant(query, most) {
        const words = parts(query);
        if (!words.length) return [];
        const isHangul = (word) => /^\p{Script=Hangul}/u.test(word); // of which two letters are a word
        const swapped = (word) => [...word.slice(1)].map((_, i) => word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2));
        const all = (asked, isExact) => ({
            combineWith: "AND",
            queries: asked.map((word) => ({
                combineWith: "OR", queries: [word, ...(synonyms[word] || [])], tokenize: (text) => [text],
                prefix: !isExact && (word.length > 2 || isHangul(word)), fuzzy: !isExact && word.length > 5 ? 0.2 : false,
            })),
        });
        const whole = plain(query).split(/\s+/).map((word) => names(word)[0] || parts(word).join("")).filter(Boolean);
        let hits = indexed().search({ combineWith: "OR", queries: [all(words), all(whole, true)] });
        if (!hits.length) hits = indexed().search({ combineWith: "AND", queries: words.map((word) => ({ ...all([word, ...swapped(word)], true), combineWith: "OR" })) });
        if (!hits.length) hits = indexed().search({ ...all(words), combineWith: "OR" });
        const isAsked = (entry) => [parts(entry.t).join(""), parts(entry.t).map(stem).join("")].some((title) => [words.join(""), words.map(stem).join("")].includes(title));
        const rank = ({ id, score }) => score * (window.bookIndex[id].k === "term" ? 1.5 : 1) * (isAsked(window.bookIndex[id]) ? 10 : 1);
        return hits.sort((a, b) => rank(b) - rank(a)).slice(0, most).map((hit) => ({ entry: window.bookIndex[hit.id], words: hit.terms }));
    }

    return { found: (query, most) => (window.MiniSearch ? asMeant : asWritten)(query, most) };
})();
