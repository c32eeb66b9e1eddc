// SPDX-License-Identifier: MIT
//
// split.js: a command line into words, as a shell does it for plain words and quotes. Parentheses
// and angle brackets need no quotes here, and a space between brackets does not end a word.
function splitWords(line) {
  const words = [];
  let word = null, quote = "", depth = 0;
  for (const c of line) {
    if (quote) {
      if (c === quote) quote = "";
      else word += c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= "";
    } else if (/\s/.test(c) && depth === 0) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      if ("(<[".includes(c)) depth++;
      if (")>]".includes(c)) depth--;
      word = (word ?? "") + c;
    }
  }
  if (word !== null) words.push(word);
  return words;
}

// A layout's text as the line of CuTe that makes it: "((2,4),5):((1,2),8)".
function cuteLine(text) {
  const parts = /^([^:]*):([^:]*)$/.exec(text);
  if (!parts || /[@<_]/.test(text)) return null;
  const tuple = (t, make) =>
    t.trim().startsWith("(")
      ? `${make}(${topLevel(t.trim().slice(1, -1)).map((p) => tuple(p, make)).join(", ")})`
      : `Int<${t.trim()}>{}`;
  return `make_layout(${tuple(parts[1], "make_shape")}, ${tuple(parts[2], "make_stride")})`;
}

function topLevel(text) {
  const parts = [""];
  let depth = 0;
  for (const c of text) {
    if (c === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += c;
    depth += (c === "(") - (c === ")");
  }
  return parts;
}

if (typeof module !== "undefined") module.exports = { splitWords, cuteLine };
