"""The tables of faults: the names that errors carry, each with a sentence that explains it.

A fault that is also a rule of the linter takes its sentence from the rule.
"""

from typing import Final

from tst_grammar.rules.table import RULES

_SENTENCES = {rule.name: rule.summary for rule in RULES}

NOTATION: Final = {
    "ambiguous": 'The marks have two readings, and `locale="auto"` cannot choose between them.',
    "empty": _SENTENCES["empty"],
    "endless-fraction": "A `Fraction` has decimals that never end.",
    "fractional-exponent": "An exponent is not a whole number.",
    "group-in-fraction": "A mark groups digits after the decimal mark.",
    "group-width": "The group marks are not where the locale puts them.",
    "incomplete": _SENTENCES["incomplete"],
    "mixed-scripts": "The digits are of more than one script.",
    "no-digits": "The text has no digits.",
    "no-token": "A currency cannot be a token of TST, or the scheme has no tokens for affixes.",
    "not-decimal": "A character such as `²` or `½` is numeric but not a decimal digit.",
    "not-finite": "The value is NaN or an infinity.",
    "not-utf-8": "A line of standard input is not UTF-8.",
    "second-decimal-mark": "A number has two decimal marks.",
    "space": "A space is in a place where it cannot be, or does not group digits in this locale.",
    "unexpected-character": "A character is in a place where it cannot be.",
    "unknown-currency": _SENTENCES["unknown-currency"],
}
"""Faults of a number as people write it."""

RANGE: Final = {
    "exponent-range": "An exponent is larger than any that this library reads.",
    "fraction-range": _SENTENCES["fraction-range"],
    "integer-range": _SENTENCES["integer-range"],
    "too-many-groups": _SENTENCES["too-many-groups"],
    "vocabulary-size": "A vocabulary has more tokens than can be listed or counted.",
}
"""Faults of numbers and schemes that are too large."""

DECODING: Final = {
    rule.name: rule.summary
    for rule in sorted(RULES, key=lambda rule: rule.name)
    if rule.code.startswith("TST1") and rule.name not in RANGE
}
"""Faults of a text or a list of tokens that is not a canonical TST number."""

OPTIONS: Final = {
    "against": "`against` is used with more than one file, or together with fixing.",
    "gold": "The right answer that an answer is compared with has no certain value, or is not a number.",
    "bounds": "The bounds of constrained numbers are out of range, or given for free text.",
    "percent": "`percent` is not 'strict' or 'either'.",
    "tolerance": "A tolerance is negative.",
    "unknown-answer-rule": "No rule that finds answers has this name.",
    "annotated-before": "The text already has TST numbers between the delimiters.",
    "busy": "Another run is writing the file.",
    "damaged": "A compressed file has bytes that do not fit its format, or its end is missing.",
    "delimiters": "`delimiters` is not a pair of texts, or one of them is empty.",
    "engine": "`TST_GRAMMAR_ENGINE` names an engine that does not exist or is not installed.",
    "exact": "`exact` is not True, False or 'locale'.",
    "errors": "`errors` is not raise, null or keep, or the function cannot keep values.",
    "field": "The name of a field is empty or has two dots in a row.",
    "field-value": "A field of a JSON line contains something other than strings.",
    "format": "The output format is unknown, or cannot hold the documents of the file.",
    "job": "The output folder of a job has other options, or two files would have the same output.",
    "large-document": "A document has more bytes than `max_document` allows.",
    "long-line": "A line of a file is too long to be kept in memory, and cannot be cut anywhere.",
    "workers": "The number of worker processes is out of range.",
    "threads": "The number of threads is out of range.",
    "lost-worker": "A worker process ended before it was finished, for example because memory ran out.",
    "column": "A value is not a column of text.",
    "missing-package": "A package that only some functions or files need is not installed.",
    "needs-delimiters": "The numbers of a scheme are too long to be found in text without delimiters.",
    "not-a-tokenizer": "A file is not a `tokenizer.json` that the package tokenizers can read.",
    "not-json": "A line is not JSON, or is nested too deeply.",
    "not-text": "A file is not text in UTF-8, or is one document of a kind that needs its own reader.",
    "not-toml": "A settings file is not TOML.",
    "places": "The number of decimals to round to is out of range.",
    "separator": "The separator of fields is not a comma, semicolon, bar, tab or space.",
    "setting": "A setting has an impossible value.",
    "unknown-rule": "No rule has this code or name, and no code starts with it.",
    "unknown-setting": "There is no setting of this name.",
    "too-many-digits": "The numbers of a scheme are too long to validate or constrain token by token.",
    "unknown-shape": "No shape that can be left alone has this name.",
    "unsupported-scheme": "A field of the scheme asks for something that a tokenizer cannot do.",
    "unsupported-tokenizer": "A tokenizer cannot take the scheme's tokens, lacks them, or has them already.",
    "affix": "A `Number` that a program builds has an impossible prefix or suffix.",
    "missing-digits": "A `Number` that a program builds has no digits, or digits other than 0 to 9.",
    "scheme-conflict": "Two fields of a scheme contradict each other.",
    "scheme-value": "A field of a scheme has an impossible value.",
    "sign": "A `Number` that a program builds has an impossible sign.",
    "unreadable": "A file cannot be read.",
    "unwriteable": "A file cannot be written.",
    "unknown-field": "A scheme has no field of this name.",
    "unfit-loss": "The loss does not come from ntloss, or every token has a value.",
    "unfit-tokenizer": "A tokenizer is not fast, cannot be read by llguidance, or has no end-of-text token.",
    "unknown-mode": "No mode of constrained decoding has this name.",
    "unknown-grammar": "There is no grammar of this name, or it does not depend on the option.",
    "unknown-locale": "There is no locale of this name.",
    "unknown-scheme": "There is no preset of this name.",
    "unknown-target": "There is no grammar format of this name.",
}
"""Faults of options, files and objects that a program builds."""

ANSWERS: Final = {
    "ambiguous": "The answer has several readings, such as a range, a list, or `5m`: 5 metres or 5 million.",
    "expression": "The answer is a calculation or a formula, not a number.",
    "no-number": "The place for the answer holds no number.",
    "unclosed": r"The text ends inside `\boxed{`, so digits may be missing.",
}
"""Problems of the answers that a text gives. A damaged number has the name of its own fault."""

GRAMMARS: Final = {
    "ambiguous-role": "A character of a token has two roles, and the text before it does not decide which.",
    "not-regular": "A terminal uses a feature that a finite automaton cannot express.",
    "recursive": "A rule contains itself somewhere other than at its start.",
    "rescan": "A token may continue without end where it cannot end, so a text would be read many times.",
    "unnamed-kind": "An alternative of `start` is not a single rule or terminal and has no name after `->`.",
}
"""Faults of a grammar that cannot be compiled."""

LEFT_ALONE: Final = {
    "ip": "An address such as `192.168.0.1`, `10.0.0.0/8` or `2001:db8::1`.",
    "isbn": "An ISBN of 13 digits, with or without hyphens or spaces.",
    "card": "Four groups of four digits, such as `4111 1111 1111 1111`.",
    "datestamp": "Eight digits that can be a date, such as `20240115`.",
    "reference": "The number of a chapter, a figure or a version, such as 4.2 in `Figure 4.2`.",
    "date": "A date such as `2024-01-15`, `26-FEB-1987`, `15.1.24`, `2024-01` or `2024-25`, with or without "
    "a time.",
    "time": "A time such as `9:30`, `10:30:15.250`, `10:30pm` or `10:30:15 +0100`, or a zone such as "
    "`+1030`.",
    "phone": "A telephone number such as `+1 555 123 4567`, `(555) 123-4567` or `020 7946 0958`.",
    "version": "Three or more numbers with points between them, such as `10.15.7`, or a version such as "
    "`2.5+dfsg-1`, `1:6.6p1-1` or `2.6.x`.",
    "uuid": "A UUID.",
    "mac": "Six pairs of hexadecimal digits, such as `00:1b:44:11:3a:b7`.",
    "hex": "Hexadecimal digits after `0x`, `U+` or `#`.",
    "literal": "A literal of a programming language, such as `0b101`, `0o17` or `1_000`.",
    "hash": "A run of 32, 40 or 64 hexadecimal digits.",
    "code": "Digits with leading zeros, such as `007`.",
    "chain": "Three or more short runs of digits with hyphens between them, such as `123-45-6789`.",
    "ordinal": "An English ordinal such as `21st`.",
    "numeral": "Digits joined to a Chinese, Japanese or Korean numeral, such as `1億2500万`.",
    "unit": "A number with letters joined to it, such as `5kg`, `$5M` or `1990s`.",
    "ratio": "Digits with a slash between them, such as `1/2`, `3 1/2` or `24/7`.",
    "spaced": "Digits with plain spaces between them that may be one number or several, such as `40 000`.",
    "url": "An address such as `https://example.org/1` or `example.org/1`.",
    "email": "An address such as `user1@example.org`.",
    "path": "A path of a file such as `/usr/lib/x86` or `src/v2/x.py`.",
    "identifier": "A word with digits, such as `x86_64`, `COVID-19` or `No.5`.",
    "malformed": "Digits and marks that are not a number in this locale, such as `1,23,456`, `97,6%` or "
    "`2.5×10−5` in `en`.",
    "mixed-scripts": NOTATION["mixed-scripts"],
    "ambiguous": 'The marks have two readings, and under `locale="auto"` nothing else in the text decides.',
    "integer-range": RANGE["integer-range"],
    "fraction-range": RANGE["fraction-range"],
    "exponent-range": RANGE["exponent-range"],
    "tangled": "The restored number would be read differently, or change how its neighbours are read, "
    "as in `2,024-01-15`.",
    "neighbour": "Written as TST, the number would be read together with the text beside it.",
    "already-tst": "The text is already TST, so it stays as it is, and `restore` reads it as a number.",
    "needs-delimiters": "The scheme has too many digits to restore its numbers without delimiters.",
    "sign-before-currency": "The scheme has no affixes, so the sign before the currency has no place in TST.",
    "native-digits": "The number comes back with the digits 0 to 9.",
    "exponent": "The number comes back without its exponent.",
    "group-marks": "The number comes back with other group marks, or without them.",
    "trailing-zeros": "The number comes back without the zeros at the end of its fraction.",
    "leading-point": "The number comes back with a zero before its point.",
    "sign": "The number comes back with the sign `-`.",
    "spacing": "The number comes back with other spaces or marks around its digits.",
    "decimal-mark": "The number comes back with another decimal mark.",
}
"""Why a part of running text is left alone, or why without delimiters it is not restored as it was."""
