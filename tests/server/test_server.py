"""The language server, asked by a real client over standard input and output."""

import asyncio
import contextlib
import doctest
import importlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

types = pytest.importorskip("lsprotocol.types", reason="needs pygls and lsprotocol")
LanguageClient = pytest.importorskip("pygls.lsp.client", reason="needs pygls").LanguageClient

COMMAND = (sys.executable, "-P", "-m", "tst_grammar", "server")
FAULTY = "It has 1m 23k 456 cells, 01k 234 of them new.\n"
EXPECTED_WITHIN = 20


class Editor:
    """A client with its documents in a folder."""

    def __init__(self, client: Any, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.shown: list[str] = []
        self.registered: asyncio.Queue[Any] = asyncio.Queue()
        self._published: dict[str, asyncio.Queue[Any]] = {}
        self._versions: dict[str, int] = {}

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def receive(self, params: Any) -> None:
        self._queue(params.uri).put_nowait(params)

    async def published(self, name: str) -> list[Any]:
        """Return the next findings of a document."""
        params = await asyncio.wait_for(self._queue(self.uri(name)).get(), EXPECTED_WITHIN)
        return list(params.diagnostics)

    async def open(self, name: str, text: str) -> list[Any]:
        item = types.TextDocumentItem(self.uri(name), "plaintext", 0, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.published(name)

    async def change(self, name: str, *changes: tuple[tuple[int, int, int, int] | None, str]) -> list[Any]:
        """Change a document: each change is its first line, character, last line, character, and a text."""
        version = self._versions[name] = self._versions.get(name, 0) + 1
        document = types.VersionedTextDocumentIdentifier(version, self.uri(name))
        params = types.DidChangeTextDocumentParams(document, [_change(*change) for change in changes])
        self.client.text_document_did_change(params)
        return await self.published(name)

    async def actions(self, name: str, line: int, *only: str) -> list[Any]:
        wanted = types.Range(types.Position(line, 0), types.Position(line + 1, 0))
        context = types.CodeActionContext([], only=list(only) or None)
        document = types.TextDocumentIdentifier(self.uri(name))
        return list(
            await self.client.text_document_code_action_async(
                types.CodeActionParams(document, wanted, context)
            )
        )

    async def hover(self, name: str, line: int, character: int) -> Any:
        document = types.TextDocumentIdentifier(self.uri(name))
        return await self.client.text_document_hover_async(
            types.HoverParams(document, types.Position(line, character))
        )

    def _queue(self, uri: str) -> "asyncio.Queue[Any]":
        return self._published.setdefault(uri, asyncio.Queue())


def _change(place: tuple[int, int, int, int] | None, text: str) -> Any:
    if place is None:
        return types.TextDocumentContentChangeWholeDocument(text)
    start, end = types.Position(*place[:2]), types.Position(*place[2:])
    return types.TextDocumentContentChangePartial(types.Range(start, end), text)


@contextlib.asynccontextmanager
async def editor(
    folder: Path, options: object = None, encodings: tuple[str, ...] = (), *, can_watch: bool = False
) -> AsyncIterator[Editor]:
    client = LanguageClient("editor", "1")
    it = Editor(client, folder)
    client.feature("textDocument/publishDiagnostics")(lambda params: it.receive(params))  # noqa: PLW0108 -- it gets attributes
    client.feature("window/showMessage")(lambda params: it.shown.append(params.message))
    client.feature("client/registerCapability")(lambda params: it.registered.put_nowait(params))  # noqa: PLW0108 -- it gets attributes
    await client.start_io(*COMMAND, cwd=folder)
    general = types.GeneralClientCapabilities(position_encodings=list(encodings) or None)
    watching = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=can_watch)
    workspace = types.WorkspaceClientCapabilities(did_change_watched_files=watching)
    capabilities = types.ClientCapabilities(general=general, workspace=workspace)
    await client.initialize_async(
        types.InitializeParams(capabilities, initialization_options=options, root_uri=folder.as_uri())
    )
    client.initialized(types.InitializedParams())
    yield it
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), EXPECTED_WITHIN)  # noqa: SLF001 -- the client has no public way
    assert client._server.returncode == 0  # noqa: SLF001
    await client.stop()


def session(
    test: Callable[[Editor], Awaitable[None]],
    folder: Path,
    options: object = None,
    encodings: tuple[str, ...] = (),
    *,
    can_watch: bool = False,
) -> None:
    async def run() -> None:
        async with editor(folder, options, encodings, can_watch=can_watch) as it:
            await test(it)

    asyncio.run(run())


def brief(found: list[Any]) -> list[tuple[str, int, int, int]]:
    return [
        (each.code, each.range.start.line, each.range.start.character, each.range.end.character)
        for each in found
    ]


def test_the_examples_of_the_server() -> None:
    assert doctest.testmod(importlib.import_module("tst_grammar.server.language_server")).failed == 0


def test_findings_follow_every_change(tmp_path: Path) -> None:
    async def test(it: Editor) -> None:
        assert brief(await it.open("a.txt", FAULTY)) == [("TST107", 0, 10, 13), ("TST109", 0, 25, 28)]
        assert brief(await it.change("a.txt", ((0, 10, 0, 10), "0"))) == [("TST109", 0, 26, 29)]
        assert brief(await it.change("a.txt", ((0, 26, 0, 27), ""), ((0, 0, 0, 0), "\n1k 23\n"))) == [
            ("TST107", 1, 3, 5)
        ]
        assert await it.change("a.txt", (None, "1k 234\n")) == []
        it.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(it.uri("a.txt")))
        )
        assert await it.published("a.txt") == []

    session(test, tmp_path)


@pytest.mark.parametrize(("encoding", "start"), [("utf-8", 8), ("utf-16", 4), ("utf-32", 3)])
def test_positions_count_the_units_of_the_client(tmp_path: Path, encoding: str, start: int) -> None:
    async def test(it: Editor) -> None:
        found = await it.open("a.txt", "💰\u2028 1k 23")
        assert brief(found) == [("TST107", 0, start + 3, start + 5)]

    session(test, tmp_path, encodings=(encoding,))


def test_fixes_are_offered_and_applied(tmp_path: Path) -> None:
    async def test(it: Editor) -> None:
        await it.open("a.txt", FAULTY)
        safe, unsafe, everything = await it.actions("a.txt", 0)
        assert (safe.title, safe.is_preferred) == ("Write '1k 234'", True)
        assert unsafe.title == "Write '1m 023k 456' (unsafe: the value may change)"
        assert not unsafe.is_preferred
        assert everything.kind == "source.fixAll"
        assert await it.actions("a.txt", 0, "source.fixAll") == [everything]
        assert await it.actions("a.txt", 0, "refactor") == []
        [edit] = safe.edit.changes[it.uri("a.txt")]
        assert (edit.range.start.character, edit.range.end.character, edit.new_text) == (25, 26, "")

    session(test, tmp_path)


def test_hover_and_hints_show_values(tmp_path: Path) -> None:
    async def test(it: Editor) -> None:
        await it.open("a.txt", "1m 234k 567. 890p and 1k 23\n")
        number = await it.hover("a.txt", 0, 4)
        assert number.contents.value == "**1234567.89**\n\nTokens: `1m` `234k` `567` `.` `890p`"
        finding = await it.hover("a.txt", 0, 26)
        assert finding.contents.value.startswith("**TST107 short-group**: '23' has 2 digits")
        assert "## Use instead" in finding.contents.value
        assert await it.hover("a.txt", 0, 19) is None
        assert await it.hover("a.txt", 9, 0) is None
        document = types.TextDocumentIdentifier(it.uri("a.txt"))
        whole = types.Range(types.Position(0, 0), types.Position(9, 0))
        [hint] = await it.client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
        assert (hint.label, hint.position.character) == ("= 1234567.89", 17)

    session(test, tmp_path)


def test_settings_come_from_the_project_and_from_the_client(tmp_path: Path) -> None:
    (tmp_path / "tst.toml").write_text('scheme = "option-a"\nexclude = ["drafts"]\n')

    async def test(it: Editor) -> None:
        assert await it.open("a.txt", "1 k 234\n") == []
        assert await it.open("drafts/a.txt", "1 k 23\n") == []
        it.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"tst": {"scheme": "tst"}})
        )
        assert [each.code for each in await it.published("a.txt")] == ["TST203"]
        it.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"tst": {"sheme": "tst"}})
        )
        await it.published("a.txt")
        assert it.shown == ["tst: sheme: there is no such setting: did you mean scheme?"]

    session(test, tmp_path)


def test_the_client_watches_the_files_with_settings(tmp_path: Path) -> None:
    async def test(it: Editor) -> None:
        asked = await asyncio.wait_for(it.registered.get(), EXPECTED_WITHIN)
        [watching] = asked.registrations
        assert watching.method == "workspace/didChangeWatchedFiles"
        patterns = [each["globPattern"] for each in watching.register_options["watchers"]]
        assert patterns == ["**/tst.toml", "**/pyproject.toml"]
        assert [each.code for each in await it.open("a.txt", "1 k 234\n")] == ["TST203"]
        (tmp_path / "tst.toml").write_text('scheme = "option-a"\n')
        changed = types.FileEvent(it.uri("tst.toml"), types.FileChangeType.Created)
        it.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        assert await it.published("a.txt") == []

    session(test, tmp_path, can_watch=True)


def test_settings_at_the_start(tmp_path: Path) -> None:
    async def test(it: Editor) -> None:
        assert await it.open("a.txt", "1 k 234\n") == []

    session(test, tmp_path, options={"scheme": "option-a"})


def test_bad_settings_of_the_project_are_shown(tmp_path: Path) -> None:
    (tmp_path / "tst.toml").write_text("scheme = 5\n")

    async def test(it: Editor) -> None:
        assert brief(await it.open("a.txt", FAULTY)) == [("TST107", 0, 10, 13), ("TST109", 0, 25, 28)]
        assert "tst.toml" in it.shown[0]

    session(test, tmp_path)


def test_a_document_closed_at_once_leaves_nothing(tmp_path: Path) -> None:
    async def test(it: Editor) -> None:
        uri = it.uri("a.txt")
        item = types.TextDocumentItem(uri, "plaintext", 0, FAULTY * 2000)
        it.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        identifier = types.TextDocumentIdentifier(uri)
        it.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))
        assert len(await it.published("a.txt")) == 4000
        assert await it.published("a.txt") == []
        assert await it.hover("a.txt", 0, 12) is None
        assert await it.actions("a.txt", 0) == []

    session(test, tmp_path)


def test_a_killed_client_ends_the_server() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        _, _ = server.communicate(_message({"jsonrpc": "2.0", "id": 1, "method": "initi"})[:-4], timeout=60)
    assert server.returncode == 0


def test_garbage_on_the_wire_is_answered_or_ignored() -> None:
    capabilities: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
    given = b"".join(
        (
            _message({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": capabilities}),
            b"Content-Length: 9\r\n\r\n{garbage}",
            _message({"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": {"no": "place"}}),
            _message({"jsonrpc": "2.0", "method": "no/such/notification", "params": {}}),
            _message({"jsonrpc": "2.0", "id": 3, "method": "shutdown"}),
            _message({"jsonrpc": "2.0", "method": "exit"}),
        )
    )
    done = subprocess.run(COMMAND, input=given, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    answers = [json.loads(part.rpartition(b"\r\n\r\n")[2]) for part in _parts(done.stdout)]
    assert {"jsonrpc": "2.0", "id": 3, "result": None} in answers
    shown = [each["params"]["message"] for each in answers if each.get("method") == "window/showMessage"]
    assert len(shown) == 2
    assert shown[1] == "Error in server: Invalid Params"


def _parts(output: bytes) -> list[bytes]:
    return output.split(b"Content-Length")[1:]


def _message(content: dict[str, Any]) -> bytes:
    body = json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
