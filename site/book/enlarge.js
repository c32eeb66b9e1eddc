// SPDX-License-Identifier: MIT
//
// enlarge.js: a click on a picture shows it as wide as the window; another click or Escape closes it.
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
    dialog.classList.toggle("dark", isDark());
    dialog.showModal();
  });
