// SPDX-License-Identifier: MIT
//
// player.js: shows the frames of a moving picture (moving.py), inside its SVG. Without it the still stays.
const data = JSON.parse(document.getElementById("frames").textContent);
const id = (name) => document.getElementById(name);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const most = data.variants.length - 1;
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
    id("variant" + i)?.setAttribute("class", i === variant ? "chosen button" : "button");
    id("ground" + i).setAttribute("visibility", i === variant ? "visible" : "hidden");
  });
  if (id("slider")) {
    const track = id("track"), at = (name) => Number(track.getAttribute(name));
    id("knob").setAttribute("cx", at("x") + at("width") * variant / most);
    id("slider").setAttribute("aria-valuenow", variant);
    id("chosen").textContent = name;
  }
  id("clock").textContent = `${frame + 1} / ${frames.length}`;
  id("play-text").textContent = timer ? "pause" : "play";
}

// A tour goes on from the last frame of a variant to the next one.
function step(by) {
  const count = data.variants[variant].frames.length, beyond = frame + by < 0 || frame + by >= count;
  if (beyond && data.tour) {
    variant = (variant + by + most + 1) % (most + 1);
    frame = by > 0 ? 0 : data.variants[variant].frames.length - 1;
  } else frame = (frame + by + count) % count;
  show();
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => step(1), data.ms) : null;
  show();
}

function choose(which) {
  variant = Math.min(Math.max(which, 0), most);
  frame = data.tour ? 0 : Math.min(frame, data.variants[variant].frames.length - 1);
  show();
}

function button(name, act) {
  id(name).addEventListener("click", act);
  id(name).addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); }
  });
}

function slider() {
  const slide = (event) => {
    const box = id("track").getBoundingClientRect();
    choose(Math.round((event.clientX - box.left) / box.width * most));
  };
  id("slider").addEventListener("pointerdown", (event) => { id("slider").setPointerCapture(event.pointerId); slide(event); });
  id("slider").addEventListener("pointermove", (event) => { if (event.buttons) slide(event); });
  id("slider").addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (by) { event.preventDefault(); choose(variant + by); }
  });
}

button("play", () => play(!timer));
button("back", () => { play(false); step(-1); });
button("on", () => { play(false); step(1); });
if (id("slider")) slider();
else data.variants.forEach((_, i) => button("variant" + i, () => choose(i)));
id("controls").setAttribute("visibility", "visible");
addEventListener("beforeprint", () => { play(false); [variant, frame] = data.still; show(); });
play(!still);
