#!/bin/sh
# Gathers real texts of many kinds and languages from Debian's packages, to try the reading of numbers on them:
# documentation and manual pages in several languages, Python's documentation and source, changelogs, CSV, LaTeX, and code.
#
#     sh scripts/gather_texts.sh FOLDER
set -eu

PACKAGES="
installation-guide-amd64 debian-reference-de debian-reference-en debian-reference-es debian-reference-fr
debian-reference-it debian-reference-ja debian-reference-pt debian-reference-zh-cn debian-faq-de debian-faq-fr
debian-faq-ja debian-faq-ru debian-faq-zh-cn developers-reference-de developers-reference-fr developers-reference-it
developers-reference-ja developers-reference-ru aptitude-doc-cs aptitude-doc-de aptitude-doc-es aptitude-doc-fr
aptitude-doc-it aptitude-doc-ja aptitude-doc-nl aptitude-doc-ru debian-handbook gnucash-docs
manpages manpages-dev manpages-cs manpages-da manpages-de manpages-es manpages-fr manpages-hu manpages-it manpages-ja
manpages-nl manpages-pl manpages-pt-br manpages-ro manpages-ru manpages-sv manpages-uk manpages-zh
fortunes-de fortunes-es fortunes-fr fortunes-it fortunes-pl fortunes-ru fortunes-cs fortunes-br
python3.11-doc python3.11-minimal libpython3.11-stdlib perl-doc gnuplot-doc
python3-sklearn python3-statsmodels-lib lshort-english lshort-german texlive-latex-base-doc texlive-science-doc
miscfiles units linux-doc-6.1 gdb-doc bash-doc postgresql-doc-15
"

folder=$1
mkdir -p "$folder/packages" "$folder/files"
cd "$folder/packages"
for package in $PACKAGES; do
    set -- "$package"_*.deb
    [ -e "$1" ] || apt-get download "$package" || echo "not found: $package" >&2
done
for package in *.deb; do
    dpkg -x "$package" "$folder/files/${package%%_*}"
done
