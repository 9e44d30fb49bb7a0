import { useRef, useState } from "react";
import { asHostError, useHost } from "../client/host";
import { useApp } from "../state/store";
import { count } from "../ui/format";
import { saveFile } from "../ui/save-file";
import { collect } from "./collect";
import type { Line } from "./pairs";
import type { LoadedTraffic } from "./saved-traffic";

/** Loaded when it is needed: what checks a file's lines is large beside all else that a first screen takes. */
const files = () => import("./saved-traffic");

/** Largest file that is read, in bytes. */
const LARGEST = 256 * 1024 * 1024;

export interface TrafficFiles {
  /** A file that is looked at in place of the live traffic. */
  loaded?: LoadedTraffic;
  /** How far saving is, e.g. `120 of 400`; absent while nothing is saved. */
  saving?: string;
  save(lines: readonly Line[]): Promise<void>;
  cancelSaving(): void;
  /** Asks for a file and shows it. */
  choose(): void;
  /** Back to the live traffic. */
  unload(): void;
}

/** Saving what is shown, and looking at what was saved. */
export function useTrafficFiles(): TrafficFiles {
  const host = useHost();
  const notify = useApp((state) => state.notify);
  const [loaded, setLoaded] = useState<LoadedTraffic>();
  const [saving, setSaving] = useState<string>();
  const abort = useRef<AbortController>(undefined);

  const save = async (lines: readonly Line[]) => {
    const control = new AbortController();
    abort.current = control;
    setSaving("0");
    try {
      const { messages, gone, over } = await collect(host, lines, control.signal, (done, total) => {
        if (done % 100 === 0)
          setSaving(`${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`);
      });
      if (control.signal.aborted) return;
      const { servers } = useApp.getState();
      const labelOf = (serverId: string) => servers.get(serverId)?.config.label;
      const { writeTraffic } = await files();
      const stamp = new Date().toISOString().slice(0, 19).replace(/:/g, "-");
      saveFile(`traffic-${stamp}.ndjson`, writeTraffic(messages, labelOf), "application/x-ndjson");
      const without = [
        gone > 0 && `${count(gone, "message")} the host no longer holds`,
        over > 0 && `${count(over, "older message")} over the limit of one file`,
      ].filter(Boolean);
      notify({
        level: without.length > 0 ? "warning" : "info",
        message: `Saved ${count(messages.length, "message")}${without.length > 0 ? `, without ${without.join(" and ")}` : ""}.`,
      });
    } catch (error) {
      const { message, detail } = asHostError(error);
      notify({ level: "error", message: `The traffic was not saved: ${message}`, detail });
    } finally {
      setSaving(undefined);
    }
  };

  const read = async (file: File) => {
    try {
      if (file.size > LARGEST) throw new Error("It is larger than 256 MB.");
      const { readTraffic } = await files();
      setLoaded(readTraffic(file.name, await file.text()));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      notify({ level: "error", message: `${file.name} cannot be shown as traffic: ${why}` });
    }
  };

  const choose = () => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".ndjson,.jsonl,.json,application/x-ndjson";
    input.onchange = () => {
      const file = input.files?.[0];
      if (file) void read(file);
    };
    input.click();
  };

  return {
    ...(loaded ? { loaded } : {}),
    ...(saving === undefined ? {} : { saving }),
    save,
    cancelSaving: () => abort.current?.abort(),
    choose,
    unload: () => setLoaded(undefined),
  };
}
