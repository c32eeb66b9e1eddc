// SPDX-License-Identifier: MIT
//
// moving.js: pictures of site/moving/ run inside the page: as an object an SVG may run its script. On paper the still
// stays.
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
