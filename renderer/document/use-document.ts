import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { OpenedSkillFile } from "../../shared/contract";
import { callKey, type HostError, useCall, useHost } from "../client/host";
import { rememberText } from "../search/read-texts";
import { rememberVerdict, verdictKey } from "./verdicts";

/** A file that was opened, as far as it is there. */
export interface OpenDocument {
  serverId: string;
  file?: OpenedSkillFile;
  bytes?: Uint8Array;
  /** The text, its BOM included; absent for a file that is no text. */
  text?: string;
  error?: HostError;
  loading: boolean;
  /** Reads the file from the server once more. */
  reload(): void;
}

/**
 * Opens a file: one read from the server, kept until it is asked for again; the bytes come by handle.
 * @param skillUri the skill whose manifest the file is verified against.
 * @param enabled false: nothing is read yet.
 */
export function useDocument(
  serverId: string,
  uri: string,
  skillUri: string | undefined,
  enabled = true,
): OpenDocument {
  const input = useMemo(
    () => (skillUri === undefined ? { serverId, uri } : { serverId, uri, skillUri }),
    [serverId, uri, skillUri],
  );
  const queries = useQueryClient();
  const opened = useCall("files.open", input, { cancellable: true, enabled });
  const bytes = useBytes(opened.data?.handle);
  const { data } = opened;
  useEffect(() => {
    if (data) rememberVerdict(verdictKey(serverId, skillUri, uri), data.verdict);
  }, [data, serverId, skillUri, uri]);
  const textual = opened.data?.textual;
  const text = useMemo(() => (textual && bytes.data ? decode(bytes.data) : undefined), [textual, bytes.data]);
  useEffect(() => {
    if (text !== undefined) rememberText(serverId, uri, skillUri, text);
  }, [text, serverId, uri, skillUri]);
  const reload = useCallback(() => {
    void queries.resetQueries({ queryKey: callKey("files.open", input) });
  }, [queries, input]);
  const error = opened.error ?? bytes.error ?? undefined;
  return {
    serverId,
    file: opened.data,
    bytes: bytes.data,
    text,
    ...(error ? { error } : {}),
    loading: enabled && !error && !bytes.data,
    reload,
  };
}

/** The bytes behind a handle. A handle's bytes never change, so they are fetched once. */
export function useBytes(handle: string | undefined) {
  const host = useHost();
  return useQuery<Uint8Array, HostError>({
    queryKey: ["bytes", handle],
    queryFn: () => host.bytes(handle!),
    enabled: handle !== undefined,
    gcTime: 60_000,
  });
}

/** The text as it is, BOM included: what is shown must be what was hashed. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
