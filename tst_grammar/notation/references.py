"""The words behind which a number is that of a chapter, a figure or a version, such as `Figure 4.2`."""

from functools import cache

from tst_grammar.automata.runner import Behind

_WORDS = """
    chapter chapters section sections subsection figure figures table tables version versions release
    appendix annex
    equation equations theorem lemma definition corollary proposition listing exercise example article
    clause
    fig figs sec sect sects chap ch tab eq eqs eqn ver vers rev revision
    kapitel kapiteln abschnitt abschnitte abschnitten unterabschnitt abbildung abbildungen tabelle
    tabellen versionen
    gleichung anhang beispiel ziffer artikel absatz abb kap abschn ziff
    chapitre chapitres tableau tableaux équation annexe exemple théorème lemme définition alinéa éq
    capitolo capitoli sezione sezioni figura figure tabella tabelle versione versioni equazione
    appendice esempio
    articolo cap sez
    capítulo capítulos sección secciones figuras tabla tablas cuadro versión versiones ecuación apéndice
    anexo ejemplo
    artículo apartado
    secção seção secções seções tabela tabelas quadro versão versões equação apêndice exemplo artigo
    hoofdstuk paragraaf sectie figuur tabel versie afbeelding vergelijking bijlage voorbeeld afb hfst
    rozdział rozdziale rozdziału rozdz sekcja sekcji rysunek rysunku rys tabeli wersja wersji wersję
    równanie przykład
    kapitola kapitole oddíl oddílu obrázek obrázku obr tabulka tabulce verze verzi rovnice příloha
    příklad
    kapitoly obrázok tabuľka verzia verzie
    глава главе главы раздел разделе раздела рисунок рисунке рис таблица таблице таблицы табл версия
    версии версию
    уравнение приложение пример гл разд
    розділ розділі рисунку таблиця таблиці версія версії версію
    avsnitt figur tabell bilaga ekvation kapittel versjon vedlegg afsnit afbildning bilag
    luku luvussa kuva kuvassa taulukko versio liite
    verzió capitolul secțiunea figura tabelul versiunea
    bölüm şekil tablo sürüm bab gambar versi κεφάλαιο ενότητα σχήμα πίνακας έκδοση § §§
"""

_DEVICES = "mknod b c"
"""What comes before the two numbers of a device, which a space separates."""


@cache
def references() -> Behind:
    """Return the words that make a pointed number a reference."""
    words = f"{_WORDS} {_DEVICES}".split()
    return Behind("pointed", "reference", frozenset(each for word in words for each in _spellings(word)))


def _spellings(word: str) -> tuple[str, str, str]:
    return word, word.capitalize(), word.upper()
