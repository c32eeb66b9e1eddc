// SPDX-License-Identifier: MIT
//
// scorer.js: how the site's search ranks pages. A word that several lessons use is taught in the first of them, so
// lessons come before other pages, and earlier ones before later ones. The README of a tool says what the tool is,
// so it comes before the tool's other pages.
var Scorer = {
  score: (result) => {
    const [name, , , , score] = result;
    const lesson = /^(\d\d)_[a-z_0-9]+\/README$/.exec(name);
    if (lesson) return score + 12 - Number(lesson[1]);
    return /^[a-z]+\/README$/.test(name) ? score + 2 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
