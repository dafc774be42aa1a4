"""The phrases before an answer, in English and in the language of the locale."""

import re
from functools import cache
from typing import Final

_ENGLISH: Final = re.compile(
    r"(?:answer|result)(?:(?:\s+\w+){0,2}?\s+(?:is|equals|comes to|becomes|must be|should be|would be)\b"
    r"|\s*(?::|=|-|\*\*)|[ \t]*(?=\n))",
    re.IGNORECASE,
)

_OTHERS: Final = {
    "de": r"\b(?:antwort|(?:end)?ergebnis|lösung)(?:\s+(?:ist|lautet|beträgt)\b|\s*:)",
    "fr": r"\b(?:réponse|résultat)(?:\s+(?:finale?\s+)?est\b|\s*(?:finale?)?\s*:)",
    "es": r"\b(?:respuesta|resultado)(?:\s+(?:final\s+)?es\b|\s*(?:final)?\s*:)",
    "pt": r"\b(?:resposta|resultado)(?:\s+(?:final\s+)?é(?!\w)|\s*(?:final)?\s*:)",
    "it": r"\b(?:risposta|risultato)(?:\s+(?:finale\s+)?è(?!\w)|\s*(?:finale)?\s*:)",
    "nl": r"\bantwoord(?:\s+is\b|\s*:)",
    "sv": r"\bsvar(?:et)?(?:\s+är\b|\s*:)",
    "da": r"\bsvar(?:et)?(?:\s+er\b|\s*:)",
    "nb": r"\bsvar(?:et)?(?:\s+er\b|\s*:)",
    "fi": r"\bvastaus(?:\s+on\b|\s*:)",
    "pl": r"\b(?:odpowiedź|wynik)(?:\s+(?:to|wynosi)\b|\s*:)",
    "cs": r"\b(?:odpověď|výsledek)(?:\s+je\b|\s*:)",
    "tr": r"\b(?:cevap|yanıt|sonuç)\s*:?",
    "ru": r"\b(?:ответ|результат)(?:\s+равен\b|\s*[:—–-])",
    "uk": r"\b(?:відповідь|результат)(?:\s+дорівнює\b|\s*[:—–-])",
    "zh": r"(?:答案|结果|結果)(?:是|为|為|等于|等於)?\s*[:：]?",
    "ja": r"(?:答え?|解答|正解)(?:は|：|:)",
    "ko": r"(?:답|정답)(?:은|:|：)",
    "ar": r"(?:الجواب|الإجابة|النتيجة)(?:\s+(?:هو|هي))?\s*:?",
    "hi": r"उत्तर(?:\s+है)?\s*:?",
    "vi": r"\b(?:đáp án|đáp số|câu trả lời)(?:\s+là\b|\s*:)",
    "id": r"\bjawaban(?:nya)?(?:\s+adalah\b|\s*:)",
    "th": r"คำตอบ(?:คือ)?\s*:?",
}


def phrase_ends(text: str, language: str) -> list[int]:
    """Return the ends of the phrases before an answer, in English and another language, the last first.

    >>> phrase_ends("Die Antwort lautet 42. The answer is 42.", "de")
    [36, 18]
    """
    ends = []
    lowered = _lowered(text)
    for word in ("answer", "final result"):
        start = lowered.rfind(word)
        while start >= 0:
            if found := _ENGLISH.match(text, start + len(word) - 6):
                ends.append(found.end())
            start = lowered.rfind(word, 0, start)
    if other := _other(language):
        ends += (found.end() for found in other.finditer(text))
    return sorted(ends, reverse=True)


def _lowered(text: str) -> str:
    """Return a text in lower case, each character in its place."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


@cache
def _other(language: str) -> re.Pattern[str] | None:
    expression = _OTHERS.get(language)
    return re.compile(expression, re.IGNORECASE) if expression else None
