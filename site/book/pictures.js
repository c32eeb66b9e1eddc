// SPDX-License-Identifier: MIT
//
// pictures.js: what pictures do on a page.

// Pictures of site/moving/ run inside the page: as an object an SVG may run its script. On paper the still picture is printed.
for (const still of document.querySelectorAll("img.moving")) {
  const picture = document.createElement("object");
  picture.type = "image/svg+xml";
  picture.data = still.src;
  picture.className = "moving";
  picture.setAttribute("aria-label", still.alt);
  still.classList.add("still");
  const frame = document.createElement("div"); // on a phone it is moved sideways
  frame.className = "moving";
  frame.append(picture);
  still.after(frame);
}

// A click on any other picture shows it as wide as the window, but never smaller than 1.5 times as drawn; another click or Escape
// closes it.
const dialog = document.createElement("dialog");
dialog.className = "enlarged";
dialog.append(document.createElement("img"));
dialog.addEventListener("click", () => dialog.close());
document.body.append(dialog);

const isDark = () => {
  const theme = document.body.dataset.theme;
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
};

for (const picture of document.querySelectorAll("article img:not(.moving)"))
  picture.addEventListener("click", () => {
    if (picture.closest("a")) return; // a link keeps its meaning
    const shown = dialog.firstChild;
    shown.src = picture.src;
    shown.alt = picture.alt;
    shown.style.minWidth = `${1.5 * picture.naturalWidth}px`;
    dialog.classList.toggle("dark", isDark());
    dialog.showModal();
  });
