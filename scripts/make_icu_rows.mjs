// Writes some numbers as ICU formats them in every locale, for the tests:
//     node scripts/make_icu_rows.mjs > tests/data/icu.tsv
// Each line: the locale, the form, the value, and ICU's text.
import { readFileSync } from 'node:fs';

const table = JSON.parse(readFileSync(new URL('../tst_grammar/notation/locales.json', import.meta.url)));
const locales = [...Object.keys(table.locales), ...table.default_content].filter(
  (id) => new Intl.NumberFormat(id).resolvedOptions().locale === id,
);
const money = (currency, sign = 'standard', display = 'symbol') => ({
  style: 'currency',
  currency,
  currencySign: sign,
  currencyDisplay: display,
});
const FORMS = [
  ['plain', {}, ['1234567.891', '-1234.5', '0.5', '-12345']],
  ['percent', { style: 'percent', maximumFractionDigits: 1 }, ['0.125', '-12.5']],
  ['scientific', { notation: 'scientific', maximumFractionDigits: 4 }, ['12345', '-0.00000012345']],
  ['currency', money('USD'), ['1234567.5', '-1234.5']],
  ['currency', money('EUR'), ['1234.5', '-0.5']],
  ['currency', money('JPY'), ['-1234567']],
  ['currency', money('BRL'), ['1234.5']],
  ['code', money('USD', 'standard', 'code'), ['-1234567.5']],
  ['code', money('EUR', 'standard', 'code'), ['1234']],
  ['accounting', money('USD', 'accounting'), ['-1234.5', '1234567.5']],
  ['accounting', money('EUR', 'accounting'), ['-1234.5']],
];
const CURRENCIES = Intl.supportedValuesOf('currency');

// The currencies for which a locale has a word, not only the code or a sign
function ownWords(locale) {
  const found = [];
  for (const currency of CURRENCIES) {
    const parts = new Intl.NumberFormat(locale, money(currency)).formatToParts(5);
    const symbol = parts.find((part) => part.type === 'currency').value;
    if (symbol !== currency && !/\p{Sc}/u.test(symbol)) found.push(currency);
  }
  return found.slice(0, 4);
}

console.log(`# ICU ${process.versions.icu}, CLDR ${process.versions.cldr}`);
for (const locale of locales.sort()) {
  const own = ownWords(locale).map((currency) => ['currency', money(currency), ['-1234']]);
  for (const [form, options, values] of [...FORMS, ...own]) {
    const format = new Intl.NumberFormat(locale, options);
    for (const value of values) {
      const shown = form === 'percent' ? String(Number(value) * 100) : value;
      console.log([locale, form, shown, format.format(value)].join('\t'));
    }
  }
}
