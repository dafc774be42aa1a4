import re
from itertools import chain
from typing import Any
from tst_grammar.joining import joining_text, joining_tokens
from tst_grammar.rewriting import Marked, Rewrite, either
from tst_grammar.scheme import TST, Scheme, require_scheme
from tst_grammar.splitting import splitting
from tst_grammar.vocabulary import Vocabulary

_MARKS = ("\U0010f54d", "\U000f54d0", "\ue54d", "𐇐", "𐇑")


def extend(tokenizer: Any, scheme: Scheme = TST) -> Any:
    require_scheme(scheme)
    import tokenizers
    copy = tokenizers.Tokenizer.from_str(tokenizer.to_str())
    mark = _MARKS[0]
    marked = Marked(scheme, mark)
    steps = [] if copy.normalizer is None else [copy.normalizer]
    def reps(module, rewrites):
        return [module.Replace(tokenizers.Regex(p), c) for p, c in rewrites]
    copy.normalizer = tokenizers.normalizers.Sequence(steps + reps(tokenizers.normalizers, chain(_escaping(marked), joining_text(marked), splitting(marked))))
    v = Vocabulary(scheme)
    ends = [p for p in v.punctuation if p in "-." or p.startswith("[T")]
    copy.add_tokens([tokenizers.AddedToken(t + mark, normalized=True) for t in chain(v.units, v.suffixed, ends)])
    sep = ""
    copy.decoder = tokenizers.decoders.Sequence([copy.decoder, tokenizers.decoders.Fuse()] + reps(tokenizers.decoders, joining_tokens(marked, sep)))
    return copy

def _escaping(marked):
    mark = re.escape(marked.mark)
    own = either(fr"(?<=\A{shape}{mark})" for shape in marked.shapes())
    yield Rewrite(f"\\A▁(?={either(marked.shapes())}{mark}\\z)", "")
    yield Rewrite(fr"{mark}(?!\z{own})", marked.escape)
