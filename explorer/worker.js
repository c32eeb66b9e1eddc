// SPDX-License-Identifier: MIT
//
// worker.js: the program in a thread of its own, so that a hostile question stops this thread and
// not the page.
let module_ = null;
onmessage = async ({ data }) => {
  if (data.program) {
    module_ = await WebAssembly.compile(data.program);
    postMessage({ ready: true });
    return;
  }
  let answer;
  try {
    answer = runProgram(module_, ["06_layouts", ...data.words]);
  } catch (fault) { // its own stack or memory
    answer = { status: 2, out: "", err: `too large to answer here (${fault.message})\n` };
  }
  postMessage({ id: data.id, ...answer });
};
