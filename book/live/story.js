// Chapter 17's model in the page: a reader gives the two files, and it tells a story.
//
// attnStory(tell) makes its box. tell(files, prompt, show) runs the section with the files, and shows what it prints.
window.attnStory = (tell) => {
    "use strict";
    const names = ["stories260K.bin", "tok512.bin"];
    const box = document.createElement("section");
    box.className = "guess story";
    box.setAttribute("aria-labelledby", "story-head");
    box.innerHTML = '<p class="panel-head" id="story-head">Let it tell one here</p>' +
        "<p>Drop the two files here that the commands above fetch, <code>stories260K.bin</code> and <code>tok512.bin</code>, or choose them. They stay on your machine.</p>" +
        '<p><input type="file" multiple aria-label="stories260K.bin and tok512.bin"></p>' +
        '<p><label>It begins with <input type="text" class="prompt" maxlength="200" placeholder="(nothing)"></label></p>' +
        '<p class="panel-buttons"><button type="button" class="go" disabled>Tell a story</button></p><p class="said" aria-live="polite"></p>';
    const [chooser, prompt, go, said] = ["input[type=file]", ".prompt", "button", ".said"].map((part) => box.querySelector(part));
    let files = {}; // others after each choice

    async function take(given) {
        files = { ...files };
        for (const file of given) if (names.includes(file.name)) files["/reader/" + file.name] = new Uint8Array(await file.arrayBuffer());
        const missing = names.filter((name) => !files["/reader/" + name]);
        go.disabled = missing.length > 0;
        said.textContent = missing.length ? "Still missing: " + missing.join(" and ") + "." : "Both files are here.";
    }

    chooser.addEventListener("change", () => take(chooser.files));
    box.addEventListener("dragover", (event) => event.preventDefault());
    box.addEventListener("drop", (event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
    });
    go.addEventListener("click", () => {
        go.disabled = true;
        said.textContent = "Computing …";
        tell(files, prompt.value.trim(), (answer) => {
            go.disabled = false;
            said.textContent = answer.error || answer.text.trim();
        });
    });
    return box;
};
