"""The language server: keeps the documents of an editor, and answers its questions about them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve
from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from tst_grammar.errors import TstGrammarError
from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.project.settings import Settings
from tst_grammar.linter.project.settings_files import Configuration, settings_of
from tst_grammar.linter.protection import Protection, is_code_file
from tst_grammar.server.lined_text import Units
from tst_grammar.server.linted_document import LintedDocument
from tst_grammar.server.replies import SOURCE, Replies

_ACTIONS = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
_SETTINGS_FILES = ("tst.toml", "pyproject.toml")


class TstServer(LanguageServer):
    """A language server for annotated text. The settings of the client come before those of the project."""

    def __init__(self, version: str) -> None:
        super().__init__("tst-grammar", version)
        self._replies: dict[str, Replies] = {}
        self._client_settings: dict[str, Any] = {}
        self._configuration = Configuration()

    def use_settings(self, table: object) -> None:
        """Use settings of the client, and read those of the project again. Show bad ones and ignore them."""
        if isinstance(table, Mapping):
            own = table.get(SOURCE, table)
            try:
                self._client_settings = _given(own if isinstance(own, Mapping) else {})
            except TstGrammarError as error:
                self.show(f"tst: {error.message}")
        self._configuration = Configuration(lambda settings: evolve(settings, **self._client_settings))
        for uri, replies in tuple(self._replies.items()):
            self.open(uri, "".join(replies.document.text.lines))

    def watch_settings_files(self) -> None:
        """Ask the client to tell of changes to files with settings, if it can."""
        workspace = self.client_capabilities.workspace
        watching = workspace and workspace.did_change_watched_files
        if watching and watching.dynamic_registration:
            watchers = [types.FileSystemWatcher(f"**/{name}") for name in _SETTINGS_FILES]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            what = types.Registration("settings", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client_register_capability(types.RegistrationParams([what]))

    def open(self, uri: str, text: str) -> None:
        """Start to check a document, or check it again from the start, and send its findings."""
        self._check(uri, text)
        self.publish(uri)

    def _check(self, uri: str, text: str) -> None:
        path = uris.to_fs_path(uri) or ""
        settings = self._settings_for(path)
        selection = settings.selection_for(path)
        if path and settings.excluded.cover(settings.relative(path)):
            selection = selection.without(["ALL"])
        linter = linter_for(
            scheme=settings.scheme,
            locale=settings.locale,
            separator=settings.separator,
            skip=settings.skip,
            delimiters=settings.delimiters,
            selection=selection,
        )
        protection = Protection(
            selection.named, is_delimited=bool(settings.delimiters), is_everywhere=is_code_file(path)
        )
        document = LintedDocument.of(text, linter, lambda found: selection.selects(found.code), protection)
        encoding = types.PositionEncodingKind(self.workspace.position_encoding).value
        self._replies[uri] = Replies(uri, document, Units(encoding))

    def change(self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Apply the changes of a document."""
        for change in changes:
            replies = self._replies.get(uri)
            if isinstance(change, types.TextDocumentContentChangePartial) and replies:
                start, end = map(replies.place, (change.range.start, change.range.end))
                replies.document.replace(start, end, change.text)
            else:
                self._check(uri, change.text)
        self.publish(uri)

    def close(self, uri: str) -> None:
        """Forget a document, and take its findings back."""
        self._replies.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def replies(self, uri: str) -> Replies | None:
        """Return the replies to questions about a document, or None if it is not open."""
        return self._replies.get(uri)

    def publish(self, uri: str) -> None:
        """Send the findings of a document."""
        version = self.workspace.get_text_document(uri).version
        found = self._replies[uri].diagnostics()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    def show(self, message: str) -> None:
        """Show an error to the user."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))

    def _settings_for(self, path: str) -> Settings:
        try:
            return self._configuration.for_file(path or "untitled")
        except TstGrammarError as error:
            self.show(f"tst: {error.message}")
            return self._configuration.defaults


def _given(table: Mapping[str, object]) -> dict[str, Any]:
    """Return the settings that a table names, checked."""
    settings = settings_of(table)
    return {name: getattr(settings, name) for name in (key.replace("-", "_") for key in table)}


def make_server(version: str) -> TstServer:
    """Return a server that answers a client."""
    server = TstServer(version)
    for message, handler in _HANDLERS:
        server.feature(message)(handler)
    options = types.CodeActionOptions(code_action_kinds=_ACTIONS)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(_code_action)
    return server


def _initialize(ls: TstServer, params: types.InitializeParams) -> None:
    ls.use_settings(params.initialization_options)


def _initialized(ls: TstServer, _: types.InitializedParams) -> None:
    ls.watch_settings_files()


def _did_open(ls: TstServer, params: types.DidOpenTextDocumentParams) -> None:
    ls.open(params.text_document.uri, params.text_document.text)


def _did_change(ls: TstServer, params: types.DidChangeTextDocumentParams) -> None:
    ls.change(params.text_document.uri, params.content_changes)


def _did_close(ls: TstServer, params: types.DidCloseTextDocumentParams) -> None:
    ls.close(params.text_document.uri)


def _did_save(ls: TstServer, params: types.DidSaveTextDocumentParams) -> None:
    if Path(uris.to_fs_path(params.text_document.uri) or "").name in _SETTINGS_FILES:
        ls.use_settings(None)


def _did_change_configuration(ls: TstServer, params: types.DidChangeConfigurationParams) -> None:
    ls.use_settings(params.settings)


def _did_change_watched_files(ls: TstServer, _: types.DidChangeWatchedFilesParams) -> None:
    ls.use_settings(None)


def _code_action(ls: TstServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    replies = ls.replies(params.text_document.uri)
    if replies is None:
        return []
    only = params.context.only or _ACTIONS
    actions = list(replies.actions(params.range)) if _asks_for(only, "quickfix") else []
    fix_all = replies.fix_all() if _asks_for(only, "source.fixAll") else None
    return [*actions, *([fix_all] if fix_all else [])]


def _hover(ls: TstServer, params: types.HoverParams) -> types.Hover | None:
    replies = ls.replies(params.text_document.uri)
    return replies.hover(replies.place(params.position)) if replies else None


def _inlay_hint(ls: TstServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    replies = ls.replies(params.text_document.uri)
    return list(replies.hints(params.range)) if replies else []


def _asks_for(only: Sequence[str], kind: str) -> bool:
    """Tell whether a client asks for a kind of action, by its name or by a part before a point.

    >>> _asks_for(["source"], "source.fixAll"), _asks_for(["quickfix"], "source.fixAll")
    (True, False)
    """
    return any(f"{kind}.".startswith(each + ".") for each in only)


_HANDLERS: Final = (
    (types.INITIALIZE, _initialize),
    (types.INITIALIZED, _initialized),
    (types.TEXT_DOCUMENT_DID_OPEN, _did_open),
    (types.TEXT_DOCUMENT_DID_CHANGE, _did_change),
    (types.TEXT_DOCUMENT_DID_CLOSE, _did_close),
    (types.TEXT_DOCUMENT_DID_SAVE, _did_save),
    (types.WORKSPACE_DID_CHANGE_CONFIGURATION, _did_change_configuration),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, _did_change_watched_files),
    (types.TEXT_DOCUMENT_HOVER, _hover),
    (types.TEXT_DOCUMENT_INLAY_HINT, _inlay_hint),
)
"""The function that answers each message of the client."""
