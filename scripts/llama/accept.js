// Reads a JSON list of [grammar, texts] from standard input, and prints for each text whether llama.cpp accepts it.

import { readFileSync } from "node:fs";
import { getLlama, LlamaGrammar } from "node-llama-cpp";

const llama = await getLlama({ gpu: false, build: "never", progressLogs: false });
const found = JSON.parse(readFileSync(0, "utf8")).map(([grammar, texts]) => {
  const compiled = new LlamaGrammar(llama, { grammar });
  return texts.map((text) => compiled._testText(text));
});
console.log(JSON.stringify(found));
await llama.dispose();
