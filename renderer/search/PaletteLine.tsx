import { CornerDownLeft, FileText, Link2, Server, SquareTerminal, TextSearch } from "lucide-react";
import { visible } from "../../shared/model/visible";
import { keyName } from "../app/keys";
import { Chip } from "../ui/Chip";
import { Marked } from "./Marked";
import type { PaletteItem } from "./palette-items";

export interface PaletteLineProps {
  item: PaletteItem;
  index: number;
  active: boolean;
  words: readonly string[];
  /** Label of the server it belongs to. */
  server?: string;
  onPoint: (index: number) => void;
  onRun: (item: PaletteItem) => void;
}

/** One line of the palette; keys are the input's. */
export function PaletteLine({ item, index, active, words, server, onPoint, onRun }: PaletteLineProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which names the active line.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input.
    <div
      role="option"
      id={`palette-${index}`}
      data-at={index}
      aria-selected={active}
      className={active ? "palette-line on" : "palette-line"}
      onPointerMove={() => !active && onPoint(index)}
      onClick={() => onRun(item)}
    >
      <Content item={item} words={words} server={server} />
    </div>
  );
}

function Content({ item, words, server }: Pick<PaletteLineProps, "item" | "words" | "server">) {
  switch (item.kind) {
    case "skill":
      return (
        <>
          <FileText size={14} aria-hidden="true" />
          <span className="palette-text">
            <span className="palette-title">
              <b className="ellipsis">
                <Marked text={item.skill.name} words={words} />
              </b>
              <span className="uri ellipsis">
                <Marked text={item.skill.uri} words={words} />
              </span>
            </span>
            <span className="quiet ellipsis">
              <Marked text={item.skill.description} words={words} />
            </span>
          </span>
          {server && <Chip tone="note">{visible(server)}</Chip>}
        </>
      );
    case "text":
      return (
        <>
          <TextSearch size={14} aria-hidden="true" />
          <span className="palette-text">
            <span className="ellipsis">
              <Marked text={item.hit.excerpt} words={words} />
            </span>
            <span className="uri ellipsis">
              {visible(item.hit.uri)} line {item.hit.line.toLocaleString("en-US")}
            </span>
          </span>
          {server && <Chip tone="note">{visible(server)}</Chip>}
        </>
      );
    case "server":
      return (
        <>
          <Server size={14} aria-hidden="true" />
          <span className="ellipsis">
            <Marked text={item.label} words={words} />
          </span>
          <span className="end quiet">server</span>
        </>
      );
    case "command":
      return (
        <>
          <SquareTerminal size={14} aria-hidden="true" />
          <span>
            <Marked text={item.label} words={words} />
          </span>
          {item.keys && <span className="end kbd">{keyName(item.keys)}</span>}
        </>
      );
    case "open-uri":
      return (
        <>
          <CornerDownLeft size={14} aria-hidden="true" />
          <span className="ellipsis">
            Ask for <code>{visible(item.uri)}</code>
          </span>
          <Chip tone="note">{visible(item.label)}</Chip>
        </>
      );
    case "check-uri":
      return (
        <>
          <Link2 size={14} aria-hidden="true" />
          <span className="ellipsis">Look at the URI itself: parts and verdicts</span>
        </>
      );
  }
}
