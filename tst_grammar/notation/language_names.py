"""Names of languages that people write in place of a locale's id."""

_LANGUAGES = (
    "afrikaans:af albanian:sq arabic:ar armenian:hy azerbaijani:az basque:eu belarusian:be bengali:bn "
    "bosnian:bs bulgarian:bg catalan:ca chinese:zh croatian:hr czech:cs danish:da dansk:da deutsch:de "
    "dutch:nl english:en español:es estonian:et finnish:fi français:fr french:fr galician:gl "
    "georgian:ka german:de greek:el gujarati:gu hebrew:he hindi:hi hungarian:hu icelandic:is "
    "indonesian:id irish:ga italian:it italiano:it japanese:ja kazakh:kk korean:ko latvian:lv "
    "lithuanian:lt macedonian:mk malay:ms marathi:mr nederlands:nl nepali:ne norsk:nb norwegian:nb "
    "persian:fa farsi:fa polish:pl polski:pl portuguese:pt português:pt punjabi:pa romanian:ro "
    "russian:ru serbian:sr slovak:sk slovenian:sl spanish:es suomi:fi svenska:sv swahili:sw "
    "swedish:sv swiss:de-CH tamil:ta telugu:te thai:th turkish:tr ukrainian:uk urdu:ur vietnamese:vi "
    "welsh:cy "
)


def locale_of_language(name: str) -> str | None:
    """Return the id of the locale for the name of a language.

    >>> locale_of_language("German")
    'de'
    """
    return dict(pair.split(":") for pair in _LANGUAGES.split()).get(name.lower())
