// The address holds the knobs: #order=2,1,0,3 is a picture that a reload and a link bring again. A knob that
// several panels of a page have is said with its figure: #04_spread.d-k=512. What it says alone is meant for all of them.
const attnAddress = (() => {
    "use strict";
    const written = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%20/g, "+");
    const decoded = (text) => { try { return decodeURIComponent(text.replace(/\+/g, " ")); } catch { return text; } };
    const isOfKnobs = () => location.hash.includes("=");

    // The values in the address by their keys: "order", or "04_spread.d-k".
    function read() {
        if (!isOfKnobs()) return new Map();
        return new Map(location.hash.slice(1).split("&").map((pair) => {
            const middle = pair.indexOf("=");
            return middle < 0 ? [pair, ""] : [decoded(pair.slice(0, middle)), decoded(pair.slice(middle + 1))];
        }));
    }

    const hashOf = (values) => values.map(([key, value], i) => (i ? "&" : "#") + written(key) + "=" + written(value)).join("");

    // What is turned now. Back leads out of the page, however much was turned in it.
    function write(values) {
        if (!values.length && !isOfKnobs()) return;
        try { history.replaceState(null, "", hashOf(values) || location.pathname + location.search); } catch { /* a page without a history */ }
    }

    return { read, write, hashOf, isOfKnobs };
})();
