// SPDX-License-Identifier: MIT
//
// enlarge.js: a click on a picture shows it as wide as the window, but never smaller than 1.5 times as drawn; another click or
// Escape closes it.
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
