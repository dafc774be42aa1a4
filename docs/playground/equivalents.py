"""Writes what the page shows as Python and as a command, for people who continue in a shell or a program."""

import shlex
from typing import Any

from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import name_of, with_settings

Json = dict[str, Any]


def equivalent(language: str, request: Json) -> Json:
    """Return the text to copy for a request of the page."""
    given = request["arguments"]
    scheme = with_settings(TST, [f"{name}={value}" for name, value in given["scheme"].items()])
    write = {"python": _python, "command": _command}[language]
    return {"text": write(request["function"], given, scheme)}


def _python(function: str, given: Json, scheme: Scheme) -> str:
    options = []
    if scheme != TST:
        name = name_of(scheme)
        options.append(f"scheme={name!r}" if name else f"scheme=tst.{scheme!r}")
    if given.get("delimiters"):
        options.append(f"delimiters={tuple(given['delimiters'])!r}")
    locale = [f"locale={given['locale']!r}"] if given["locale"] != "en" else []
    text = given["text"]
    lines = ["import tst_grammar as tst", ""]
    if function == "numbers":
        numbers = [line.strip() for line in text.splitlines() if line.strip()]
        to_tst = given["reads"] == "numbers"
        call = _call("encode" if to_tst else "decode", "number", [*options, *(locale if to_tst else [])])
        return "\n".join((*lines, f"for number in {numbers!r}:", f"    print({call})"))
    lines.append(f"text = {text!r}")
    if function == "linted":
        select = ['select=["ALL"]'] if given["plain"] else []
        call = _call("lint", "text", [*options, *locale, *select])
        return "\n".join((*lines, f"for found in {call}:", "    print(found.code, found.message)"))
    if given["to"] == "plain":
        return "\n".join((*lines, f"print({_call('restore', 'text', [*options, *_restored(locale)])})"))
    exact = {"no": [], "yes": ["exact=True"], "locale": ['exact="locale"']}[given["exact"]]
    return "\n".join((*lines, f"print({_call('annotate', 'text', [*options, *locale, *exact])})"))


def _restored(locale: list[str]) -> list[str]:
    """Leave out `auto`, in which no number can be written."""
    return [each for each in locale if "auto" not in each]


def _call(function: str, argument: str, options: list[str]) -> str:
    return f"tst.{function}({', '.join([argument, *options])})"


def _command(function: str, given: Json, scheme: Scheme) -> str:
    options = _scheme_options(given["scheme"], scheme)
    locale = ["--locale", given["locale"]] if given["locale"] != "en" else []
    if given.get("delimiters"):
        options += ["--delimiters", *given["delimiters"]]
    if function == "numbers":
        to_tst = given["reads"] == "numbers"
        numbers = "".join(f"{line.strip()}\n" for line in given["text"].splitlines() if line.strip())
        return _piped(numbers, ["encode" if to_tst else "decode", *options, *(locale if to_tst else [])])
    text = given["text"]
    if function == "linted":
        select = ["--select", "ALL"] if given["plain"] else []
        return _piped(text, ["lint", *options, *locale, *select])
    if given["to"] == "plain":
        return _piped(text, ["restore", *options, *([] if given["locale"] == "auto" else locale)])
    exact = {"no": [], "yes": ["--exact"], "locale": ["--exact=locale"]}[given["exact"]]
    return _piped(text, ["annotate", *options, *locale, *exact])


def _scheme_options(settings: Json, scheme: Scheme) -> list[str]:
    name = name_of(scheme)
    if name:
        return [] if scheme == TST else ["--scheme", name]
    return [word for field, value in settings.items() for word in ("--set", f"{field}={value}")]


def _piped(text: str, command: list[str]) -> str:
    return f"printf %s {shlex.quote(text)} | {shlex.join(['tst', *command])}"
