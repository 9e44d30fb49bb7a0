import { Search } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { checkAll, openUri } from "../app/actions";
import { runCommand } from "../app/commands";
import { SHORTCUTS } from "../app/keys";
import { asHostError, type Host, type HostError, useHost, useOperation } from "../client/host";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { ErrorState } from "../ui/ErrorState";
import { count } from "../ui/format";
import { Spinner } from "../ui/Spinner";
import { wordsOf } from "./match";
import { PaletteLine } from "./PaletteLine";
import { type PaletteItem, paletteItems } from "./palette-items";
import "./palette.css";

/** Search over all servers, acts, and a place to paste a URI. */
export function Palette() {
  const palette = useUi((state) => state.palette);
  const close = () => setUi({ palette: undefined });
  return (
    <ModalOverlay
      className="overlay palette-overlay"
      isOpen={palette !== undefined}
      onOpenChange={(open) => !open && close()}
      isDismissable
    >
      <Modal className="modal palette">
        <Dialog className="dialog" aria-label="Search and open">
          <PaletteBody start={palette?.text ?? ""} onClose={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteBody({ start, onClose }: { start: string; onClose: () => void }) {
  const host = useHost();
  const operation = useOperation();
  const servers = useApp((state) => state.servers);
  const lists = useApp((state) => state.skills);
  const open = useApp((state) => state.open);
  const [text, setText] = useState(start);
  const [at, setAt] = useState(0);
  const [error, setError] = useState<HostError>();
  const list = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(text);
  const words = useMemo(() => wordsOf(wanted), [wanted]);
  const commands = useMemo(() => commandsFor(host, onClose), [host, onClose]);
  const found = useMemo(
    () => paletteItems({ text: wanted, words, servers, lists, commands }),
    [wanted, words, servers, lists, commands],
  );
  const active = Math.min(at, found.items.length - 1);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const run = async (item: PaletteItem | undefined) => {
    if (!item || operation.op) return;
    if (item.kind === "command") return item.run();
    if (item.kind === "open-uri") {
      setError(undefined);
      const op = operation.begin();
      try {
        await openUri(host, item.serverId, item.uri, op);
        onClose();
      } catch (thrown) {
        const problem = asHostError(thrown);
        if (problem.code !== "cancelled") setError(problem);
      } finally {
        operation.end(op);
      }
      return;
    }
    if (item.kind === "skill") open({ kind: "skill", serverId: item.serverId, uri: item.skill.uri });
    else if (item.kind === "server") open({ kind: "server", serverId: item.serverId });
    else open({ kind: "uri", text: item.uri });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    const to = moves[event.key];
    if (to !== undefined) setAt((to + found.items.length) % Math.max(found.items.length, 1));
    else if (event.key === "Enter") void run(found.items[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="palette-input">
        <Search size={16} aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened in order to type in it.
          autoFocus
          role="combobox"
          aria-label="Search skills of all servers, acts, or paste a URI"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={active >= 0 ? `palette-${active}` : undefined}
          placeholder="Search skills of all servers, or paste a URI to open it"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setError(undefined);
            operation.cancel();
          }}
          onKeyDown={onKeyDown}
        />
        {operation.op && <Spinner label="Asking the server" />}
      </div>
      {error && (
        <div className="palette-error">
          <ErrorState problem={error} title="The server did not give it" />
        </div>
      )}
      <div id="palette-list" ref={list} className="palette-list scroll" role="listbox" aria-label="Found">
        {found.items.map((item, index) => (
          <PaletteLine
            key={item.id}
            item={item}
            index={index}
            active={index === active}
            words={words}
            server={"serverId" in item ? servers.get(item.serverId)?.config.label : undefined}
            onPoint={setAt}
            onRun={(chosen) => void run(chosen)}
          />
        ))}
      </div>
      <div className="palette-foot">
        <span aria-live="polite">
          {words.length > 0 &&
            (found.total > found.listed
              ? `First ${found.listed} of ${found.total.toLocaleString("en-US")} skills`
              : count(found.total, "skill"))}
        </span>
        <span className="end">
          <span className="kbd">↑ ↓</span> choose <span className="kbd">Enter</span> open{" "}
          <span className="kbd">Esc</span> close
        </span>
      </div>
    </>
  );
}

function commandsFor(host: Host, close: () => void): Extract<PaletteItem, { kind: "command" }>[] {
  const act = (id: string, label: string, run: () => void, keys?: string) => ({
    kind: "command" as const,
    id: `c:${id}`,
    label,
    ...(keys ? { keys } : {}),
    run: () => {
      close();
      run();
    },
  });
  return [
    act("add-server", "Add a server…", () => runCommand("add-server", host)),
    act("export", "Export all servers as mcp.json…", () => setUi({ exporting: true })),
    act("check-all", "Check all servers", () => void checkAll(host), "Alt+C"),
    ...SHORTCUTS.flatMap(({ command, what, keys }) =>
      command && !["search", "filter", "shortcuts", "check-all", "back", "forward"].includes(command)
        ? [
            act(
              command,
              command.startsWith("show-") ? `Go to ${what}` : what,
              () => runCommand(command as never, host),
              keys,
            ),
          ]
        : [],
    ),
    act("shortcuts", "Show all keys", () => setUi({ shortcuts: true }), "?"),
  ];
}
