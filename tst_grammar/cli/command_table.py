"""The table of commands: what each does, where its function is, which arguments it takes, and examples."""

from typing import Final, NamedTuple


class Command(NamedTuple):
    """A command of `tst`. `function` is `module.name` in this package; `takes` names its arguments."""

    name: str
    function: str
    about: str
    takes: str
    examples: tuple[str, ...]

    @property
    def description(self) -> str:
        """What the command does, as a sentence.

        >>> COMMANDS["vocab"].description
        'List all tokens of a scheme.'
        """
        return f"{self.about[0].upper()}{self.about[1:]}."


_ALL = (
    Command(
        "encode",
        "number_commands.run_encode",
        "convert numbers to TST",
        "number locale lenient places scheme",
        (
            "tst encode 1234567.89 -0.5",
            "tst encode --locale de '1.234.567,89 €'",
            "tst encode --lenient '(US dollars 53.45)'",
            "tst encode --places 2 0.6666666666666666",
            "tst encode --scheme gst-1 1234567",
            "tst encode --set group_size=4 --set fill=all 1234567",
            "tst encode < numbers.txt",
        ),
    ),
    Command(
        "decode",
        "number_commands.run_decode",
        "convert TST numbers to plain numbers",
        "tst scheme",
        (
            "tst decode '1m 234k 567. 890p'",
            "printf '1m 234k 567\\n' | tst decode",
            "tst decode --scheme option-a '1 m 234 k 567'",
        ),
    ),
    Command(
        "tokens",
        "number_commands.run_tokens",
        "show the tokens of numbers",
        "number locale lenient places scheme format",
        ("tst tokens 1234567.89", "tst tokens --format json '$12,345.67'"),
    ),
    Command(
        "show",
        "picture_commands.run_show",
        "draw the tokens of numbers as boxes",
        "number locale scheme pictures",
        (
            "tst show 1234567.89",
            "tst show --scheme option-a 111111.111 --svg figure.svg",
            "tst show --tokenizer tokenizer.json 111111.111 9.11 --html figures.html",
        ),
    ),
    Command(
        "parse",
        "number_commands.run_parse",
        "show the parts of numbers: sign, digits, exponent, currency",
        "number locale lenient format",
        (
            "tst parse --locale de 1.234.567,89",
            "tst parse --locale auto 1,234",
            "tst parse --format json '-$1,234.50'",
        ),
    ),
    Command(
        "annotate",
        "text_commands.run_annotate",
        "convert the numbers in running text to TST",
        "paths locale scheme delimiters exact again skip separator "
        "field output keep_time binary workers stats sidecar job max_document",
        (
            "tst annotate < report.txt",
            "tst annotate --delimiters '<n>' '</n>' notes.md --output annotated.md",
            "tst annotate --locale de --in-place *.txt",
            "tst annotate --separator , --stats table.csv > annotated.csv",
            "tst annotate --field messages.content --workers 4 chats.jsonl.gz -o annotated.jsonl.zst",
            "tst annotate --field text --jobs 8 corpus --output-dir annotated",
        ),
    ),
    Command(
        "restore",
        "text_commands.run_restore",
        "convert the TST numbers in running text to plain numbers",
        "paths form scheme delimited field output keep_time binary workers sidecar job max_document",
        ("tst restore < annotated.txt", "tst restore --locale de --delimiters '<n>' '</n>' annotated.md"),
    ),
    Command(
        "find",
        "text_commands.run_find",
        "list the numbers in running text with line, column and value",
        "paths locale only_tst scheme skip separator field binary format output_dir job max_document",
        (
            "tst find report.txt",
            "tst find --format json --locale auto < report.txt",
            "tst find --tst annotated.txt",
            "tst find --column text corpus/*.parquet --output-dir numbers",
        ),
    ),
    Command(
        "lint",
        "lint_commands.run_lint",
        "check the TST numbers in text, and fix them with --fix",
        "lint_paths lint_scheme skip separator delimited field binary lint output_dir job max_document",
        (
            "tst lint docs README.md",
            "tst annotate < report.txt | tst lint",
            "tst lint --diff notes.md",
            "tst lint --fix --select TST1,TST2 notes.md",
            "tst lint --against report.txt annotated.txt",
            "tst lint --field text --output-format sarif --output-file findings.sarif data.jsonl",
            "tst lint --statistics --fail-on error outputs",
            "tst lint --field text --jobs 8 annotated --output-dir findings",
        ),
    ),
    Command(
        "rule",
        "lint_commands.run_rule",
        "explain the rules of the linter",
        "rules",
        ("tst rule TST107", "tst rule short-group", "tst rule --all --output-format json"),
    ),
    Command(
        "compare",
        "compare_commands.run_compare",
        "compare TST with other ways to write numbers as tokens",
        "number locale compared",
        (
            "tst compare 111111.111 9.11 9.9",
            "tst compare --scheme tst --scheme option-a --scheme gst-1 1234567",
            "tst compare --corpus report.txt --tokenizer gpt2/tokenizer.json --format markdown",
            "tst compare --corpus report.txt --sweep",
        ),
    ),
    Command(
        "score",
        "score_commands.run_score",
        "extract the answers of a model and compare them with the right ones",
        "scored locale scheme tolerances format",
        (
            "tst score --output response --gold answer outputs.jsonl",
            "tst score --rel-tol 0.01 --html report.html outputs.jsonl",
            "tst score --rules boxed,last --format json outputs.jsonl",
        ),
    ),
    Command(
        "locales",
        "listing_commands.run_locales",
        "list the locales, each with an example",
        "format",
        ("tst locales", "tst locales | grep ^de"),
    ),
    Command(
        "vocab",
        "listing_commands.run_vocab",
        "list all tokens of a scheme",
        "scheme format",
        ("tst vocab --scheme option-b", "tst vocab --scheme gst-1 --format json"),
    ),
    Command(
        "grammar",
        "listing_commands.run_grammar",
        "write a grammar of exactly the canonical numbers of a scheme",
        "scheme target",
        ("tst grammar > tst.lark", "tst grammar --scheme option-a"),
    ),
    Command(
        "server",
        "server_command.run_server",
        "check annotated text in an editor, as a language server on standard input and output",
        "",
        ("tst server",),
    ),
    Command(
        "compile",
        "listing_commands.run_compile",
        "compile the tables of a scheme ahead of time, for an image or a cluster",
        "locale scheme separator",
        ("tst compile --set group_size=4 --set magnitudes=万,億", "tst compile --locale hi --separator ';'"),
    ),
)

COMMANDS: Final = {command.name: command for command in _ALL}
"""The commands by their names."""
