// SPDX-License-Identifier: MIT
//
// contrast.js, for check_contrast.py: the contrast of each text of each picture on this page with what is drawn below it, as
// drawn and as book.css shows it on a dark page.
const DARK_INVERT = +document.body.dataset.invert;

const colour = (text) => {
  const found = text.match(/rgba?\(([^)]+)\)/);
  return found && [...found[1].split(/[ ,/]+/).map(Number), 1].slice(0, 4);
};

const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);

const luminance = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};

const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

// invert(DARK_INVERT) hue-rotate(180deg): the matrix of the CSS standard, with cos = -1 and sin = 0.
const onDark = (c) => {
  const [r, g, b] = c.slice(0, 3).map((v) => (v / 255) * (1 - DARK_INVERT) + (1 - v / 255) * DARK_INVERT);
  const grey = 2 * (0.213 * r + 0.715 * g + 0.072 * b);
  return [r, g, b].map((v) => 255 * Math.min(1, Math.max(0, grey - v)));
};

const opacity = (shape, own) => {
  let all = +own;
  for (let s = shape; s && s.tagName !== "svg"; s = s.parentElement) all *= +getComputedStyle(s).opacity;
  return all;
};

// The colour at the middle of a text, without texts.
const below = (picture, box) => {
  const seen = [];
  const middle = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
  for (const shape of picture.elementsFromPoint(middle.x, middle.y)) {
    if (["text", "tspan", "svg"].includes(shape.tagName)) continue;
    const style = getComputedStyle(shape);
    const fill = colour(style.fill);
    const inside = fill && shape.isPointInFill(middle.matrixTransform(shape.getScreenCTM().inverse())); // not on its line only
    if (inside) seen.push([...fill.slice(0, 3), fill[3] * opacity(shape, style.fillOpacity)]);
  }
  return seen.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
};

const measure = (object) => {
  const picture = object.contentDocument;
  let worst = null;
  let count = 0;
  for (const text of picture.querySelectorAll("text, tspan")) {
    const style = getComputedStyle(text);
    const box = text.getBoundingClientRect();
    const strength = opacity(text, style.fillOpacity);
    const fill = colour(style.fill);
    if (text.ariaHidden === "true") continue; // an outline
    if (!text.textContent.trim() || text.querySelector("tspan") || !box.width || strength < 0.05 || !fill) continue;
    const back = below(picture, box);
    const front = over([...fill.slice(0, 3), strength], back);
    const least = Math.min(contrast(front, back), contrast(onDark(front), onDark(back)));
    count++;
    if (!worst || least < worst[0]) worst = [least, text.textContent.trim(), style.fill, `rgb(${back.slice(0, 3).map(Math.round)})`];
  }
  return [object.getAttribute("data"), count, ...(worst || [99])];
};

addEventListener("load", () => {
  const told = document.createElement("pre");
  told.id = "told";
  told.textContent = JSON.stringify([...document.querySelectorAll("object")].map(measure));
  document.body.append(told);
});
