// The frames of a training are kept, and a slider goes back and forth through them.
//
// attnFrames(draw) makes one: element is the slider's place, and draw(frame) shows a frame.
window.attnFrames = (draw) => {
    "use strict";
    const element = document.createElement("div");
    element.className = "frames knob";
    element.hidden = true;
    element.innerHTML = '<span class="knob-label">Back and forth</span><output></output><input type="range" aria-label="Back and forth through the training" min="0" max="0" value="0">';
    const [slider, output] = [element.querySelector("input"), element.querySelector("output")];
    let frames = [];

    function show() {
        const frame = frames[slider.value];
        output.textContent = "step " + frame.step;
        slider.setAttribute("aria-valuetext", "step " + frame.step + ". " + frame.title);
        slider.style.setProperty("--at", (100 * slider.value) / Math.max(1, frames.length - 1) + "%");
        draw(frame);
    }

    slider.addEventListener("input", show);

    return {
        element,
        step: () => (frames.length ? frames[frames.length - 1].step : 0),

        // The newest is shown, unless the reader looks at an earlier one.
        add(frame) {
            const isAtEnd = Number(slider.value) === frames.length - 1 || !frames.length;
            frames.push(frame);
            slider.max = frames.length - 1;
            element.hidden = frames.length < 2;
            if (isAtEnd) slider.value = slider.max;
            if (isAtEnd) show();
            else slider.style.setProperty("--at", (100 * slider.value) / slider.max + "%");
        },

        clear() {
            frames = [];
            slider.value = slider.max = 0;
            element.hidden = true;
        },
    };
};
