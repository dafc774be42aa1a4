"""Steps of datatrove pipelines: `TstFormatter`, `TstNumbers` and `TstLint`."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from tst_grammar import columns
from tst_grammar.columns.packages import package
from tst_grammar.columns.table_change import checked
from tst_grammar.linter.lint import lint
from tst_grammar.text.annotator import Annotator

if TYPE_CHECKING:
    from datatrove.data import DocumentsPipeline
    from datatrove.pipeline.base import PipelineStep
else:
    PipelineStep = package("datatrove.pipeline.base").PipelineStep

__all__ = ["TstFormatter", "TstLint", "TstNumbers"]


class TstFormatter(PipelineStep):  # type: ignore[misc]
    """Writes the numbers of each document as TST or, with `restore=True`, its TST numbers in plain digits.

    The options are those of `tst_grammar.Annotator`, and are checked when the step is made.
    """

    type = "FORMAT"
    name = "tst"

    def __init__(self, *, restore: bool = False, **options: Any) -> None:
        super().__init__()
        annotator = Annotator(**options)
        self._change = annotator.restore if restore else annotator.annotate

    def run(self, data: "DocumentsPipeline", rank: int = 0, world_size: int = 1) -> "DocumentsPipeline":  # noqa: ARG002
        """Yield each document with its text changed."""
        for document in data:
            with self.track_time():
                document.text = self._change(document.text)
            yield document


class TstNumbers(PipelineStep):  # type: ignore[misc]
    """Adds to the metadata of each document its plain numbers, as `numbers`: start, end and exact value.

    The options are those of `tst_grammar.Annotator`, and are checked when the step is made.
    """

    type = "NUMBERS"
    name = "tst"

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._annotator = Annotator(**options)

    def run(self, data: "DocumentsPipeline", rank: int = 0, world_size: int = 1) -> "DocumentsPipeline":  # noqa: ARG002
        """Yield each document with its numbers."""
        for document in data:
            with self.track_time():
                document.metadata["numbers"] = [
                    {"start": found.start, "end": found.end, "value": str(found.number.value)}
                    for found in self._annotator.find(document.text)
                ]
            yield document


class TstLint(PipelineStep):  # type: ignore[misc]
    """Counts the mistakes of each document by rule, in its metadata as `mistakes` and in the statistics.

    The options are those of `tst_grammar.lint`, and are checked when the step is made.
    """

    type = "LINT"
    name = "tst"

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._options = checked(columns.lint, options)

    def run(self, data: "DocumentsPipeline", rank: int = 0, world_size: int = 1) -> "DocumentsPipeline":  # noqa: ARG002
        """Yield each document with its mistakes counted."""
        for document in data:
            with self.track_time():
                found = Counter(each.code for each in lint(document.text, **self._options))
                document.metadata["mistakes"] = dict(sorted(found.items()))
                for code, count in found.items():
                    self.stat_update(code, value=count)
            yield document
