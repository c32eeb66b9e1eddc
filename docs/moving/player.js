// SPDX-License-Identifier: MIT
//
// player.js: shows the frames of a moving picture (moving.py), inside its SVG. Without it the still stays.
const data = JSON.parse(document.getElementById("frames").textContent);
const id = (name) => document.getElementById(name);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
let variant = data.still[0], frame = data.still[1], timer = null;

function show() {
  const { name, frames } = data.variants[variant], now = frames[frame];
  for (const kind of data.kinds) id(kind).setAttribute("d", now.paths[kind] ?? "");
  id("labels").replaceChildren(...(now.labels ?? []).map(([x, y, text]) => {
    const label = document.createElementNS("http://www.w3.org/2000/svg", "text");
    label.setAttribute("x", x);
    label.setAttribute("y", y);
    label.setAttribute("text-anchor", "middle");
    label.textContent = text;
    return label;
  }));
  now.text.forEach((line, i) => { id("line" + i).textContent = line; });
  data.variants.forEach((_, i) => {
    id("variant" + i).setAttribute("class", i === variant ? "chosen button" : "button");
    id("ground" + i).setAttribute("visibility", i === variant ? "visible" : "hidden");
  });
  id("clock").textContent = `${frame + 1} / ${frames.length}`;
  id("play-text").textContent = timer ? "pause" : "play";
}

function step(by) {
  const count = data.variants[variant].frames.length;
  frame = (frame + by + count) % count;
  show();
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => step(1), data.ms) : null;
  show();
}

function choose(which) {
  variant = which;
  frame = Math.min(frame, data.variants[which].frames.length - 1);
  show();
}

function button(name, act) {
  id(name).addEventListener("click", act);
  id(name).addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); }
  });
}

button("play", () => play(!timer));
button("back", () => { play(false); step(-1); });
button("on", () => { play(false); step(1); });
data.variants.forEach((_, i) => button("variant" + i, () => choose(i)));
id("controls").setAttribute("visibility", "visible");
addEventListener("beforeprint", () => { play(false); [variant, frame] = data.still; show(); });
play(!still);
