// SPDX-License-Identifier: MIT
//
// worker.js: the programs in their own thread, so that a hostile question stops this thread and
// not the page.
const modules = {};
onmessage = async ({ data }) => {
  if (data.programs) {
    for (const [name, bytes] of Object.entries(data.programs)) modules[name] = await WebAssembly.compile(bytes);
    postMessage({ ready: true });
    return;
  }
  let answer;
  try {
    answer = runProgram(modules[data.name], [data.name, ...data.words]);
  } catch (fault) { // its own stack or memory
    answer = { status: 2, out: "", err: `too large to answer here (${fault.message})\n` };
  }
  postMessage({ id: data.id, ...answer });
};
