// Reads a JSON list of [grammar, texts] from standard input, and prints for each text whether llama.cpp accepts it.

import { text } from "node:stream/consumers";
import { getLlama, LlamaGrammar } from "node-llama-cpp";

const llama = await getLlama({ gpu: false, build: "never", progressLogs: false });
const found = JSON.parse(await text(process.stdin)).map(([grammar, texts]) => {
  const compiled = new LlamaGrammar(llama, { grammar });
  return texts.map((each) => compiled._testText(each));
});
console.log(JSON.stringify(found));
await llama.dispose();
