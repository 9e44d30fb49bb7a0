import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { formatBytes } from "../../ui/format";
import { ScrollRegion } from "../../ui/ScrollRegion";

const WIDTH = 16;
const ROW_HEIGHT = 20;
/** Most bytes that are drawn: an element has a largest height. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Bytes as offset, hexadecimal and printable ASCII; only rows in view are drawn. */
export function HexView({ bytes, label }: { bytes: Uint8Array; label: string }) {
  const scroller = useRef<HTMLElement>(null);
  const shown = Math.min(bytes.length, MAX_BYTES);
  const virtual = useVirtualizer({
    count: Math.ceil(shown / WIDTH),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  const items = virtual.getVirtualItems();
  return (
    <div className="doc-source">
      {bytes.length > shown && (
        <div className="doc-bar">
          <span className="quiet">
            The first {formatBytes(shown)} of {formatBytes(bytes.length)}
          </span>
        </div>
      )}
      <ScrollRegion ref={scroller} className="src hex" label={label}>
        {bytes.length === 0 && <p className="quiet doc-pad">The file is empty: 0 bytes.</p>}
        <div
          className="src-rows"
          style={{
            paddingTop: items[0]?.start ?? 0,
            paddingBottom: Math.max(virtual.getTotalSize() - (items.at(-1)?.end ?? 0), 0),
          }}
        >
          {items.map(({ index }) => {
            const row = bytes.subarray(index * WIDTH, Math.min((index + 1) * WIDTH, shown));
            return (
              <div key={index} className="hex-row">
                <span className="src-no">{(index * WIDTH).toString(16).padStart(8, "0")}</span>
                <code>{hexOf(row)}</code>
                <code className="hex-text">{printable(row)}</code>
              </div>
            );
          })}
        </div>
      </ScrollRegion>
    </div>
  );
}

function hexOf(row: Uint8Array): string {
  const cells = Array.from(row, (byte) => byte.toString(16).padStart(2, "0"));
  while (cells.length < WIDTH) cells.push("  ");
  return `${cells.slice(0, 8).join(" ")}  ${cells.slice(8).join(" ")}`;
}

const printable = (row: Uint8Array) =>
  Array.from(row, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
