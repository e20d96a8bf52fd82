// Chapter 19's model in the page: a reader fetches or gives the two files, and it tells a story, with a mistake if one is wished for.
//
// attnStory(tell) makes its box. tell(files, knobs, show) runs the section with the files and knobs, and shows what it prints.
window.attnStory = (tell) => {
    "use strict";
    const mistakes = ["no last norm", "no root", "root twice", "mean taken away", "exponent up to 1", "base 500000", "GELU", "no turn", "other layout",
        "no causal mask", "heads 0 1 0 1", "5 bits", "4 bits", "3 bits"];
    const box = document.createElement("section");
    box.className = "guess story";
    box.setAttribute("aria-labelledby", "story-head");
    box.innerHTML = '<p class="panel-head" id="story-head">Let it tell one here</p>' +
        '<p class="panel-buttons"><button type="button" class="fetch">Fetch the two files</button></p>' +
        '<p>1 MB from huggingface.co, <a href="https://huggingface.co/karpathy/tinyllamas">Andrej Karpathy’s, under the MIT licence</a>. Or drop your own here, or choose them. ' +
        "They stay on your machine.</p>" +
        '<p><input type="file" multiple aria-label="stories260K.bin and tok512.bin"></p>' +
        '<p><label>It begins with <input type="text" class="prompt" maxlength="200" placeholder="(nothing)"></label></p>' +
        '<p><label>The next token is <select class="temperature"><option value="0">the likeliest</option><option value="0.8">drawn at 0.8</option>' +
        '<option value="1.5">drawn at 1.5</option></select></label></p>' +
        '<p><label>Told with <select class="mistake"><option value="">no mistake</option>' +
        mistakes.map((name) => `<option>${name}</option>`).join("") + "</select></label></p>" +
        '<p class="panel-buttons"><button type="button" class="go" disabled>Tell a story</button></p><p class="said" aria-live="polite"></p>';
    const [fetcher, chooser, prompt, temperature, mistake, go, said] =
        [".fetch", "input[type=file]", ".prompt", ".temperature", ".mistake", ".go", ".said"].map((part) => box.querySelector(part));
    let files = {}; // others after each choice: the tokens, tok*.bin, and a model

    async function take(given) {
        const of = { ...files };
        for (const file of given) {
            if (!file.name.endsWith(".bin")) continue;
            const isOfTokens = file.name.startsWith("tok");
            for (const name of Object.keys(of)) if (name.startsWith("/reader/tok") === isOfTokens) delete of[name];
            of["/reader/" + file.name] = new Uint8Array(await file.arrayBuffer());
        }
        files = of;
        const names = Object.keys(files);
        const missing = [!names.some((name) => !name.startsWith("/reader/tok")) && "stories260K.bin", !names.some((name) => name.startsWith("/reader/tok")) && "tok512.bin"]
            .filter(Boolean);
        go.disabled = missing.length > 0;
        said.textContent = missing.length ? "Still missing: " + missing.join(" and ") + "." : "Both files are here.";
    }

    // From where the commands in the text fetch them, and if their sums are the ones there.
    async function fetchBoth() {
        const commands = [...document.querySelectorAll(".shell pre")].map((one) => one.textContent).find((text) => text.includes("sha256sum"));
        const [, from] = commands.match(/from=(\S+)/), sums = [...commands.matchAll(/^([0-9a-f]{64})  (\S+)$/gm)];
        return Promise.all(sums.map(async ([, sum, name]) => {
            const answer = await fetch(from + "/" + name), bytes = await answer.arrayBuffer();
            const found = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
            if (found !== sum) throw new Error(name + " there is another file than it was");
            return new File([bytes], name);
        }));
    }

    fetcher.addEventListener("click", () => {
        said.textContent = "Fetching …";
        fetchBoth().then(take).catch((error) => { said.textContent = "They could not be fetched (" + error.message + "). The commands above do it."; });
    });
    chooser.addEventListener("change", () => take(chooser.files));
    box.addEventListener("dragover", (event) => event.preventDefault());
    box.addEventListener("drop", (event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
    });
    go.addEventListener("click", () => {
        go.disabled = true;
        said.textContent = "Computing …";
        const begins = prompt.value.trim();
        tell(files, { ...(begins && { prompt: begins }), ...(mistake.value && { mistake: mistake.value }), temperature: temperature.value }, (answer) => {
            go.disabled = false;
            said.textContent = answer.error || answer.text.trim().replace(/\n {2}/g, " "); // the lines of a terminal
        });
    });
    return box;
};
