// SPDX-License-Identifier: MIT
//
// views.js: which of the two pages is seen; the address of the page says which, and with what question.
const ABOUT = {
  layouts: ["Layouts", "The layout algebra of chapter 06, in this page: the same C, compiled to WebAssembly. Nothing is loaded, nothing is sent."],
  cost: ["Cost", "What a step of chapters 02 to 10 needs from a GPU, by the course's own formulas: the same C, compiled to WebAssembly."],
};

async function view() {
  const line = decodeURIComponent(location.hash.slice(1)), name = /^cost\b/.test(line) ? "cost" : "layouts";
  for (const each of ["layouts", "cost"]) {
    $(each).hidden = each !== name;
    $("to-" + each).toggleAttribute("aria-current", each === name);
  }
  [$("title").textContent, $("about").textContent] = ABOUT[name];
  if (name === "layouts") return go(line || EXAMPLES[0]);
  await listed;
  if (line.includes(" ")) costForm(line);
  return showCost();
}

window.addEventListener("hashchange", view);
view();
