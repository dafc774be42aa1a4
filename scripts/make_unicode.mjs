// Writes the characters that \w, \d and \s match, in one version of Unicode:
//     node scripts/make_unicode.mjs > tst_grammar/automata/unicode.json
// As in Python, \w is letters, numbers and the underscore, and \s also has U+001C to U+001F.
const folder = './inputs/node_modules/@unicode/unicode-18.0.0';
const { name } = (await import(`${folder}/package.json`, { with: { type: 'json' } })).default;

async function ranges(...properties) {
  const found = [];
  for (const property of properties) {
    const { default: some } = await import(`${folder}/${property}/ranges.mjs`);
    found.push(...some.map(({ begin, end }) => [begin, end - 1]));
  }
  return found;
}

function merged(all) {
  const result = [];
  for (const [begin, end] of all.sort(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last && begin <= last[1] + 1) last[1] = Math.max(last[1], end);
    else result.push([begin, end]);
  }
  return result;
}

const sets = {
  w: merged([...await ranges('General_Category/Letter', 'General_Category/Number'), [0x5f, 0x5f]]),
  d: merged(await ranges('General_Category/Decimal_Number')),
  s: merged([...await ranges('Binary_Property/White_Space'), [0x1c, 0x1f]]),
};
const version = name.split('-').at(-1);
const notice = `Made by scripts/make_unicode.mjs from Unicode ${version}. Copyright © 1991-2026 Unicode, Inc. `
  + 'Unicode License V3, see https://www.unicode.org/license.txt';
const lines = Object.entries(sets).map(([letter, some]) => `"${letter}": ${JSON.stringify(some)}`);
console.log(`{\n"notice": "${notice}",\n"version": "${version}",\n${lines.join(',\n')}\n}`);
