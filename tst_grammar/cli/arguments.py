"""The arguments and options of all commands, in one table. The commands list them by their names here."""

from argparse import ArgumentParser
from typing import Any, Final

from tst_grammar.cli.argument_values import (
    about_compared_schemes,
    about_fields,
    about_schemes,
    about_shapes,
    character,
    decimals,
    megabytes,
    names,
    scheme_setting,
    unmarked,
    workers,
)

LINT_FORMATS: Final = ("full", "concise", "json", "json-lines", "github", "gitlab", "junit", "sarif")
"""The formats for findings, as `tst_grammar.linter.reports` names them."""

_ONE_A_LINE = "without arguments, numbers are read from standard input, one on each line"

_FILES = "without arguments, or for -, standard input is read"

_SWITCH = "store_true"

ARGUMENTS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "number": {
        "number": {
            "nargs": "*",
            "metavar": "NUMBER",
            "help": f"a number as people write it; {_ONE_A_LINE}",
        }
    },
    "tst": {
        "number": {
            "nargs": "*",
            "metavar": "NUMBER",
            "help": f"a TST number, in quotes because it has spaces; {_ONE_A_LINE}",
        }
    },
    "paths": {
        "paths": {
            "nargs": "*",
            "metavar": "PATH",
            "help": "a text file, which may be compressed (gzip, zstd, bzip2 or xz), or, with --output-dir, "
            f"also a folder or a pattern such as 'data/**/*.jsonl'; {_FILES}",
        }
    },
    "locale": {
        "--locale": {
            "default": "en",
            "metavar": "ID",
            "help": "the locale of the numbers: an id that `tst locales` lists, or auto to find out from the "
            "numbers (default: en)",
        }
    },
    "lenient": {
        "--lenient": {
            "action": _SWITCH,
            "help": "also read accounting parentheses, ordinals, names and lower-case codes of currencies, "
            "a blank after a sign, and spaces between groups",
        }
    },
    "scored": {
        "path": {
            "metavar": "FILE",
            "help": "a file of JSON Lines, which may be compressed, or - for standard input",
        },
        "--output": {
            "dest": "response",
            "default": "response",
            "metavar": "FIELD",
            "help": "the field with what the model wrote, such as choices.text (default: response)",
        },
        "--gold": {
            "default": "answer",
            "metavar": "FIELD",
            "help": "the field with the right answer: a number, or a text in any notation (default: answer)",
        },
        "--rules": {
            "type": names,
            "default": ["boxed", "hash", "tag", "json", "phrase", "bold", "last"],
            "metavar": "RULE,…",
            "help": "the rules that find an answer, in their order "
            "(default: boxed,hash,tag,json,phrase,bold,last)",
        },
        "--html": {"metavar": "FILE", "help": "write an HTML report to this file"},
    },
    "tolerances": {
        "--rel-tol": {
            "default": "0",
            "metavar": "SHARE",
            "help": "accept answers that differ by at most this share of the right one, such as 0.01",
        },
        "--abs-tol": {
            "default": "0",
            "metavar": "NUMBER",
            "help": "accept answers that differ by at most this number",
        },
        "--places": {
            "type": decimals,
            "metavar": "N",
            "help": "compare the numbers rounded half to even, to N decimals",
        },
        "--percent": {
            "choices": ("strict", "either"),
            "default": "strict",
            "help": "whether 50%% is only 50, or also 0.5 (default: strict)",
        },
    },
    "places": {
        "--places": {
            "type": decimals,
            "metavar": "N",
            "help": "round half to even, to at most N decimals (default: never round)",
        }
    },
    "form": {
        "--locale": {
            "metavar": "ID",
            "help": "write the numbers as in this locale: an id that `tst locales` lists "
            "(default: plain digits)",
        }
    },
    "scheme": {
        "--scheme": {"default": "tst", "metavar": "NAME", "help": about_schemes},
        "--set": {
            "type": scheme_setting,
            "action": "append",
            "default": [],
            "metavar": "FIELD=VALUE",
            "help": about_fields,
        },
    },
    "delimiters": {
        "--delimiters": {
            "nargs": 2,
            "metavar": ("OPEN", "CLOSE"),
            "help": "text to put before and after each TST number, so that `tst restore` with the same "
            "option finds exactly these",
        }
    },
    "delimited": {
        "--delimiters": {
            "nargs": 2,
            "metavar": ("OPEN", "CLOSE"),
            "help": "the text before and after each TST number, as given to `tst annotate`",
        }
    },
    "skip": {"--skip": {"type": names, "metavar": "SHAPE,…", "help": about_shapes}},
    "separator": {
        "--separator": {
            "type": character,
            "default": "",
            "metavar": "CHARACTER",
            "help": r"a character that separates the columns of a table, such as , or \t; "
            "no number contains it",
        }
    },
    "exact": {
        "--exact": {
            "action": _SWITCH,
            "help": "leave a number plain if `tst restore` would spell it differently",
        },
        "--exact=locale": {
            "action": "store_const",
            "const": "locale",
            "dest": "exact",
            "help": "the same for `tst restore` with the same --locale",
        },
    },
    "again": {
        "--again": {
            "action": _SWITCH,
            "help": "annotate a text even if it already has TST numbers between the delimiters",
        }
    },
    "only_tst": {"--tst": {"action": _SWITCH, "help": "list the TST numbers instead of the plain ones"}},
    "output": {
        "--output -o": {
            "metavar": "FILE",
            "help": "write to this file, completely or not at all (default: standard output)",
        },
        "--in-place -i": {"action": _SWITCH, "help": "replace each file by the result"},
        "--output-dir": {
            "metavar": "DIR",
            "help": "write each file to this folder, with its name and its folders; a run that was "
            "interrupted continues when the command is repeated",
        },
    },
    "output_dir": {
        "--output-dir": {
            "metavar": "DIR",
            "help": "list what is found in each file in a file of this folder, with a line of JSON for each "
            "document; a run that was interrupted continues when the command is repeated",
        },
    },
    "sidecar": {
        "--sidecar": {
            "action": _SWITCH,
            "help": "with --output-dir, write where the numbers are and their values instead of the "
            "converted documents: a line of JSON for each document",
        },
    },
    "job": {
        "--jobs": {
            "type": workers,
            "metavar": "N",
            "help": "with --output-dir, convert N files at a time (default: 1)",
        },
        "--force": {
            "action": _SWITCH,
            "help": "with --output-dir, convert all files again, whatever was done before",
        },
        "--to": {
            "metavar": "SUFFIX",
            "help": "with --output-dir, write documents in another format: jsonl, jsonl.gz, jsonl.zst, "
            "jsonl.bz2, jsonl.xz or parquet; the names get this suffix",
        },
        "--on-error": {
            "choices": ("stop", "keep", "skip"),
            "help": "with --output-dir, what becomes of a document that cannot be converted: the job stops "
            "(the default), or the output keeps it as it is, or skips it; a whole file that cannot be "
            "read is such a document too",
        },
        "--rejects": {
            "metavar": "FILE",
            "help": "with --output-dir, write the documents that could not be converted to this file, as "
            "lines of JSON with path, line, reason and document",
        },
        "--stats-file": {
            "metavar": "FILE",
            "help": "with --output-dir, write counts and seconds for each file and for all to this file, "
            "as JSON",
        },
    },
    "max_document": {
        "--max-document": {
            "type": megabytes,
            "default": 256,
            "metavar": "MB",
            "help": "the largest document of JSON Lines or Parquet that is read, in megabytes of 1,048,576 "
            "bytes (default: 256)",
        }
    },
    "keep_time": {"--keep-time": {"action": _SWITCH, "help": "with --in-place, keep the times of the files"}},
    "binary": {"--binary": {"action": _SWITCH, "help": "read files even if they are not text"}},
    "stats": {
        "--stats": {
            "action": _SWITCH,
            "help": "report on standard error how many numbers were converted, and how many were left alone "
            "and why; this is many times slower",
        }
    },
    "field": {
        "--field --column": {
            "action": "append",
            "default": [],
            "metavar": "NAME",
            "help": "look only at the strings of this field of JSON Lines, or of this column of Parquet and "
            "Arrow files, such as text or messages.content; repeat the option for more",
        }
    },
    "workers": {
        "--workers": {
            "type": workers,
            "default": 1,
            "metavar": "N",
            "help": "use N processes for a large file (default: 1); the result is the same",
        }
    },
    "format": {
        "--format": {
            "choices": ("text", "json"),
            "default": "text",
            "help": "the output format (default: text)",
        }
    },
    "target": {
        "--target": {
            "default": "lark",
            "metavar": "{lark,llguidance,gbnf,regex}",
            "help": "the notation of the grammar (default: lark)",
        }
    },
    "lint_paths": {
        "paths": {
            "nargs": "*",
            "metavar": "PATH",
            "help": f"a file, a folder, or a pattern such as 'docs/**/*.md'; {_FILES}",
        }
    },
    "lint_scheme": {
        "--scheme": {"dest": "preset", "metavar": "NAME", "help": about_schemes},
        "--set": {
            "type": scheme_setting,
            "dest": "changes",
            "action": "append",
            "default": [],
            "metavar": "FIELD=VALUE",
            "help": about_fields,
        },
        "--locale": {
            "metavar": "ID",
            "help": "the locale of plain numbers: an id that `tst locales` lists (default: en)",
        },
    },
    "lint": {
        "--output-format": {
            "choices": LINT_FORMATS,
            "default": "full",
            "help": "the output format (default: full)",
        },
        "--output-file": {
            "metavar": "FILE",
            "help": "write the report to this file, completely or not at all (default: standard output)",
        },
        "--select": {
            "type": names,
            "action": "extend",
            "metavar": "CODE,…",
            "help": "check only these rules, separated by commas; TST1 means all codes that begin with TST1, "
            "and ALL means all rules; the option may be repeated (default: TST)",
        },
        "--ignore": {
            "type": names,
            "action": "extend",
            "default": [],
            "metavar": "CODE,…",
            "help": "do not check these rules, separated by commas; the option may be repeated",
        },
        "--fix": {
            "action": _SWITCH,
            "help": "apply the safe fixes to the files; fixed standard input goes to standard output",
        },
        "--unsafe-fixes": {
            "action": _SWITCH,
            "help": "with --fix or --diff, apply the unsafe fixes too, which may change the value",
        },
        "--diff": {"action": _SWITCH, "help": "show what --fix would change, and change nothing"},
        "--against": {
            "metavar": "SOURCE",
            "help": "also compare with this original text, and report lost, added and changed numbers",
        },
        "--statistics": {
            "action": _SWITCH,
            "help": "show only how many findings each rule has and how many numbers are valid, for each file "
            "with findings and for all files",
        },
        "--fail-on": {
            "choices": ("error", "warning", "never"),
            "default": "warning",
            "help": "the least severe finding for which the exit code is 1 (default: warning); errors in "
            "usage or input always give 2",
        },
        "--exit-zero": {
            "action": "store_const",
            "const": "never",
            "dest": "fail_on",
            "default": "warning",
            "help": "the same as --fail-on never",
        },
        "--stdin-filename": {
            "metavar": "NAME",
            "help": "treat standard input as this file, in messages and for the settings that apply",
        },
    },
    "rules": {
        "rules": {
            "nargs": "*",
            "metavar": "RULE",
            "help": "a code such as TST107, or a name such as short-group",
        },
        "--all": {"action": _SWITCH, "help": "explain all rules"},
        "--output-format": {
            "choices": ("text", "json"),
            "default": "text",
            "help": "the output format (default: text)",
        },
    },
    "pictures": {
        "--svg": {
            "metavar": "FILE",
            "help": "write an SVG picture to this file: the TST tokens beside those of another tokenizer",
        },
        "--pdf": {
            "metavar": "FILE",
            "help": "write the same picture to this file as PDF, if the package cairosvg is installed",
        },
        "--html": {
            "metavar": "FILE",
            "help": "write an HTML page to this file: the TST tokens beside those of another tokenizer",
        },
        "--tokenizer": {
            "metavar": "FILE",
            "help": "the tokenizer.json of the other tokenizer "
            "(default: one that takes three digits at a time, from the left)",
        },
    },
    "compared": {
        "--scheme": {
            "dest": "schemes",
            "action": "append",
            "default": [],
            "metavar": "NAME",
            "help": about_compared_schemes,
        },
        "--tokenizer": {
            "action": "append",
            "default": [],
            "metavar": "FILE",
            "help": "also compare the tokenizer in this tokenizer.json; repeat the option for others",
        },
        "--corpus": {
            "metavar": "FILE",
            "help": "also count the tokens of the numbers in this text file, which may be compressed "
            "(gzip, zstd, bzip2 or xz)",
        },
        "--sweep": {
            "action": _SWITCH,
            "help": "with --corpus, compare groups of 1 to 6 digits of Options A and B instead, and draw the "
            "tokens of a number against the size of the vocabulary",
        },
        "--format": {
            "choices": ("text", "markdown", "json", "html"),
            "default": "text",
            "help": "the output format (default: text)",
        },
    },
}
"""For each name, the flags and the settings of its arguments, as argparse takes them.

Help that takes time to make is a function.
"""


def add_arguments(parser: ArgumentParser, name: str, *, with_help: bool) -> None:
    """Add the arguments listed under a name to a parser. Help is made only if it will be shown."""
    group = parser.add_mutually_exclusive_group() if name == "output" else parser
    for flags, settings in ARGUMENTS[name].items():
        is_switch = settings.get("action") in (_SWITCH, "store_const")
        typed = {} if is_switch else {"type": unmarked}
        about = settings["help"]
        shown = about if isinstance(about, str) else about() if with_help else None
        group.add_argument(*flags.split(), **{**typed, **settings, "help": shown})
