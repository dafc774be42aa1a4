// Writes the marks that ICU puts into amounts of money where CLDR's JSON does not have them:
//     node scripts/make_icu_money.mjs > scripts/icu_money.json
// By locale: the currency's sign and code, or "" for all currencies, with the decimal mark and the group mark.
// Cape Verde's "$" between escudos and centavos is left out: it is a currency sign too.
import { readFileSync } from 'node:fs';

const cldr = JSON.parse(readFileSync(new URL('cldr.json', import.meta.url)));

function marks(locale, options = {}) {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, ...options }).formatToParts(1234567.5);
  return ['decimal', 'group'].map((type) => parts.find((part) => part.type === type).value);
}

const found = {};
for (const [locale, data] of Object.entries(cldr.locales)) {
  const format = new Intl.NumberFormat(locale);
  if (format.resolvedOptions().locale !== locale) continue;
  const symbols = data.systems[data.default];
  const known = [symbols.currencyDecimal ?? symbols.decimal, symbols.currencyGroup ?? symbols.group].join();
  const dollar = marks(locale, { style: 'currency', currency: 'USD' });
  const euro = marks(locale, { style: 'currency', currency: 'EUR' });
  if (dollar[0] === '$') continue;
  if (dollar.join() !== known) found[locale] = ['', ...dollar];
  else if (euro.join() !== known) found[locale] = ['€ EUR', ...euro];
}
const { icu, cldr: version } = process.versions;
const rows = JSON.stringify(found).slice(1, -1).replaceAll('],', '],\n');
console.log(`{\n"icu": "${icu}",\n"cldr": "${version}",\n"locales": {\n${rows}\n}\n}`);
