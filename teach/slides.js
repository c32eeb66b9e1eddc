// SPDX-License-Identifier: MIT
//
// slides.js: one slide at a time. Right, Space, Page Down: the next; Left, Page Up: the one before; Home, End;
// N: the speaker's notes. The address ends in the slide's number, so that a reload stays there.
"use strict";

const slides = [...document.querySelectorAll("header, section")];
const place = document.createElement("div");
let shown = 0;

function show(number) {
    shown = Math.min(Math.max(number, 0), slides.length - 1);
    slides.forEach((slide, i) => slide.classList.toggle("shown", i === shown));
    place.textContent = `${shown + 1} / ${slides.length}   (N: notes)`;
    history.replaceState(null, "", `#${shown + 1}`);
    scrollTo(0, 0);
}

const keys = {
    ArrowRight: () => show(shown + 1), " ": () => show(shown + 1), PageDown: () => show(shown + 1),
    ArrowLeft: () => show(shown - 1), PageUp: () => show(shown - 1),
    Home: () => show(0), End: () => show(slides.length - 1),
    n: () => document.body.classList.toggle("with-notes"),
};

place.id = "place";
document.body.append(place);
slides.forEach(slide => slide.classList.add("slide"));
addEventListener("keydown", event => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        act();
    }
});
addEventListener("hashchange", () => show(parseInt(location.hash.slice(1), 10) - 1 || 0));
show(parseInt(location.hash.slice(1), 10) - 1 || 0);
