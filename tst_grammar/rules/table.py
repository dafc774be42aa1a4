"""The table of rules: the code, name, sentence and severity of each.

A code and its name never change, and the code of a rule that was removed is not used again. A rule whose
code starts with TST1 has the name of a fault of decoding.
"""

from typing import Final

from tst_grammar.diagnostics import Severity
from tst_grammar.rules.rule import Rule

_WARNING = Severity.WARNING

RULES: Final = (
    # Plain numbers
    Rule("NUM101", "unannotated-number", "A plain number is not written as TST.", _WARNING),
    Rule("NUM102", "unwritable-number", "A plain number has more digits than the scheme holds.", _WARNING),
    # One TST number
    Rule("TST101", "missing-units", "The integer has no units group."),
    Rule("TST102", "missing-magnitude", "A group has no marker where it needs one."),
    Rule("TST103", "skipped-magnitude", "A magnitude is missing between two integer groups."),
    Rule("TST104", "repeated-magnitude", "Two groups have the same magnitude."),
    Rule("TST105", "rising-magnitude", "A group has a larger magnitude than the group before it."),
    Rule("TST106", "unknown-magnitude", "A marker does not belong to the scheme."),
    Rule("TST107", "short-group", "A group has fewer digits than the scheme writes."),
    Rule("TST108", "long-group", "A group has more digits than the scheme's group size."),
    Rule("TST109", "leading-zero", "A group starts with zeros that the scheme does not write."),
    Rule("TST110", "leading-zero-group", "The first of several groups is zero."),
    Rule("TST111", "trailing-zero-group", "The last group of a fraction is zero."),
    Rule("TST112", "fraction-gap", "A group is missing in the fraction."),
    Rule("TST113", "integer-magnitude", "A group after the point has the marker of an integer group."),
    Rule("TST114", "missing-point", "There is no point where the scheme writes one."),
    Rule("TST115", "dangling-point", "No fraction follows the point."),
    Rule("TST116", "missing-terminator", "A fraction has no terminator in a scheme that writes one."),
    Rule("TST117", "stray-terminator", "A number has a terminator in a scheme that writes none."),
    Rule("TST118", "misfit-terminator", "A terminator does not fit the group before it."),
    Rule("TST119", "negative-zero", "Zero has a sign."),
    Rule("TST120", "noncanonical-sign", "A sign is not the plain minus `-`."),
    Rule("TST121", "second-affix", "A number has two currencies, or a currency and a percent sign."),
    Rule("TST122", "unknown-currency", "Letters beside a number are not a known currency."),
    Rule("TST123", "joined-marker", "A marker is joined to its digits in a scheme that keeps them apart."),
    Rule("TST124", "separate-marker", "A marker is apart from its digits in a scheme that joins them."),
    Rule("TST125", "misplaced-marker", "A marker is on the wrong side of its digits."),
    Rule("TST126", "stray-marker", "A marker has no digits."),
    Rule(
        "TST127", "joined-digits", "A token has several digits in a scheme that writes one digit per token."
    ),
    Rule("TST128", "unexpected-token", "A token is in a place where it cannot be."),
    Rule("TST129", "unknown-token", "A token in a list is not a token of TST."),
    Rule("TST130", "incomplete", "The input ends before the number is complete."),
    Rule("TST131", "empty", "The input is empty or blank."),
    Rule("TST132", "integer-range", "A number has more integer digits than the scheme holds."),
    Rule("TST133", "fraction-range", "A number has more fraction digits than the scheme holds."),
    Rule("TST134", "too-many-groups", "A number has more groups than any number of the scheme can have."),
    # TST numbers in running text
    Rule(
        "TST201",
        "abbreviated-number",
        "A single group such as `100k` looks like TST but is not a complete TST number.",
        _WARNING,
    ),
    Rule(
        "TST202",
        "number-run",
        "A group without a marker directly follows a number, and may belong to it.",
        _WARNING,
    ),
    Rule("TST203", "mixed-scheme", "A number is written in a different scheme than the rest of the text."),
    Rule("TST204", "confusable-digit", "A digit of a TST number is not one of 0 to 9."),
    Rule("TST205", "confusable-marker", "A letter looks like a marker but is a different character."),
    Rule("TST206", "confusable-sign", "The sign of a TST number is a dash other than `-`."),
    Rule("TST207", "capital-marker", "A marker is a capital letter."),
    Rule("TST208", "irregular-space", "The space between two groups is not one plain space."),
    Rule("TST209", "missing-space", "Groups have no space between them."),
    Rule("TST210", "detached-point", "The point of a TST number has the wrong spaces around it."),
    Rule("TST211", "decimal-comma", "A TST number has a comma in place of its point."),
    # Delimiters around numbers
    Rule("TST301", "unclosed-delimiter", "An opening delimiter has no closing delimiter."),
    Rule("TST302", "unopened-delimiter", "A closing delimiter has no opening delimiter."),
    Rule("TST303", "undelimited-number", "A TST number has no delimiters around it."),
    Rule("TST304", "delimited-text", "The text between delimiters is not a number."),
    # An annotated text and its source
    Rule("TST401", "lost-number", "A number of the source is missing."),
    Rule("TST402", "added-number", "A number is not in the source."),
    Rule("TST403", "changed-number", "A number has a different value in the source."),
)
