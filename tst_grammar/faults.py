"""The one table of faults: the name that an error carries, and what it means."""

from typing import Final

NOTATION: Final = {
    "ambiguous": 'the marks have two readings, and `locale="auto"` cannot choose',
    "empty": "there is nothing but spaces",
    "endless-fraction": "a `Fraction` has decimals that never end",
    "fractional-exponent": "an exponent is not a whole number",
    "group-in-fraction": "a mark groups digits after the decimal mark",
    "group-width": "a group of digits is not as wide as the locale writes it",
    "incomplete": "the text ends where something must follow",
    "mixed-scripts": "the digits are of more than one script",
    "no-digits": "there is no digit at all",
    "no-token": "a currency cannot be a token of TST",
    "not-decimal": "a character is numeric but not a decimal digit, such as a superscript or a fraction",
    "not-finite": "the value is NaN or an infinity",
    "not-utf-8": "a line of standard input is not UTF-8",
    "second-decimal-mark": "there are two decimal marks",
    "space": "a space stands where none can, or does not group digits in this locale",
    "unexpected-character": "a character stands where something else must",
    "unknown-currency": "a word is not a currency in this locale",
}

TST: Final = {
    "dangling-point": "no fraction follows the point",
    "empty": "there is nothing but spaces",
    "fraction-gap": "a depth of the fraction is skipped",
    "incomplete": "the text ends where something must follow",
    "integer-magnitude": "a group after the point has an integer marker",
    "joined-digits": "a token holds several digits where the scheme writes one",
    "joined-marker": "a marker is joined to its digits where the scheme writes it apart",
    "leading-zero": "a group is padded with zeros where the scheme pads none",
    "leading-zero-group": "the first of several groups is zero",
    "long-group": "a group has more digits than the scheme's group size",
    "misfit-terminator": "the terminator cuts off digits, or counts more than there are",
    "misplaced-marker": "a marker stands on the wrong side of its digits",
    "missing-magnitude": "a group has no marker where it needs one",
    "missing-point": "no point comes before a fraction, or at the end where the scheme always writes it",
    "missing-terminator": "no terminator ends the fraction",
    "missing-units": "no units group ends the integer",
    "negative-zero": "zero has a sign",
    "noncanonical-sign": "a sign is not a hyphen-minus",
    "repeated-magnitude": "two groups have the same magnitude",
    "rising-magnitude": "a group has a larger magnitude than the one before it",
    "second-affix": "there are two currencies, or a currency and a percent sign",
    "separate-marker": "a marker stands alone where the scheme joins it to its digits",
    "short-group": "a group has fewer digits than the scheme writes",
    "skipped-magnitude": "a magnitude is skipped",
    "stray-marker": "a marker has no digits",
    "stray-terminator": "a terminator stands where the scheme writes none",
    "trailing-zero-group": "the last group of the fraction is zero",
    "unexpected-token": "a token stands where something else must",
    "unknown-currency": "a word is not a currency",
    "unknown-magnitude": "a marker is none of the scheme's",
    "unknown-token": "a token in a list is not one of TST's",
}

RANGE: Final = {
    "exponent-range": "an exponent is larger than any that is read",
    "fraction-range": "there are more fraction digits than the scheme holds",
    "integer-range": "there are more integer digits than the scheme holds",
    "too-many-groups": "there are more groups than any number of the scheme has",
    "vocabulary-size": "there are more tokens than can be listed or counted",
}

OPTIONS: Final = {
    "affix": "a `Number` made by hand has a prefix or suffix that it cannot have",
    "missing-digits": "a `Number` made by hand has no digits, or digits other than 0 to 9",
    "scheme-conflict": "two fields of a scheme contradict each other",
    "scheme-value": "a field of a scheme has an impossible value",
    "sign": "a `Number` made by hand has an impossible sign",
    "unknown-field": "a scheme has no such field",
    "unknown-locale": "there is no such locale",
    "unknown-scheme": "there is no such preset",
    "unknown-target": "there is no such format of grammars",
}
