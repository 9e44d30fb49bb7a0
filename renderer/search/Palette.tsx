import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { useHost } from "../client/host";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { ErrorState } from "../ui/ErrorState";
import { count } from "../ui/format";
import { Spinner } from "../ui/Spinner";
import { PaletteLine } from "./PaletteLine";
import { commandsFor } from "./palette-commands";
import type { PaletteFound } from "./palette-items";
import { usePaletteItems } from "./use-palette-items";
import { useRunItem } from "./use-run-item";
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
  const { run, reset, error, asking } = useRunItem(onClose);
  const servers = useApp((state) => state.servers);
  const [text, setText] = useState(start);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const commands = useMemo(() => commandsFor(host, onClose), [host, onClose]);
  const { found, words, now } = usePaletteItems(text, commands);
  const active = Math.min(at, found.items.length - 1);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    const to = moves[event.key];
    if (to !== undefined) setAt((to + found.items.length) % Math.max(found.items.length, 1));
    // Enter means what was typed, also where the list has not caught up with it.
    else if (event.key === "Enter") run(now()[Math.max(active, 0)]);
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
            reset();
          }}
          onKeyDown={onKeyDown}
        />
        {asking && <Spinner label="Asking the server" />}
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
            onRun={run}
          />
        ))}
      </div>
      <div className="palette-foot">
        <span aria-live="polite">{words.length > 0 && countWords(found)}</span>
        <span className="end">
          <span className="kbd">↑ ↓</span> choose <span className="kbd">Enter</span> open{" "}
          <span className="kbd">Esc</span> close
        </span>
      </div>
    </>
  );
}

function countWords({ total, listed, texts }: PaletteFound): string {
  const skills =
    total > listed ? `First ${listed} of ${total.toLocaleString("en-US")} skills` : count(total, "skill");
  return texts > 0 ? `${skills}, ${count(texts, "text")} that ${texts === 1 ? "was" : "were"} read` : skills;
}
