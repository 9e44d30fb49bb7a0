import { useEffect, useState } from "react";
import type { EventMessage, ServedServer } from "../../shared/contract";
import { asHostError, type HostError, useHost } from "../client/host";

/** Requests shown of each server, the newest. */
const SHOWN = 500;

/** The servers that this app runs, kept in step with the host; undefined until they are known. */
export function useServed(): { served?: ServedServer[]; error?: HostError } {
  const host = useHost();
  const [served, setServed] = useState<ServedServer[]>();
  const [error, setError] = useState<HostError>();
  useEffect(() => {
    let gone = false;
    const load = () =>
      host.call("serve.list", {}).then(
        (list) => !gone && setServed(list),
        (thrown) => !gone && setError(asHostError(thrown)),
      );
    const end = host.subscribe((events) => {
      if (events.some(({ event, data }) => event === "host" && data.state === "resync")) void load();
      setServed((before) => before && events.reduce(withEvent, before));
    });
    void load();
    return () => {
      gone = true;
      end();
    };
  }, [host]);
  return { ...(served ? { served } : {}), ...(error ? { error } : {}) };
}

/** The list after one event. */
export function withEvent(served: ServedServer[], { event, data }: EventMessage): ServedServer[] {
  if (event === "served") {
    const rest = served.filter(({ id }) => id !== data.id);
    return data.server ? [...rest, data.server] : rest;
  }
  if (event !== "servedRequests") return served;
  return served.map((server) => {
    // An event that was under way when the list was asked for tells nothing new.
    const fresh = Math.min(data.requests.length, data.answered - server.answered);
    if (server.id !== data.id || fresh <= 0) return server;
    const requests = [...server.requests, ...data.requests.slice(-fresh)].slice(-SHOWN);
    return { ...server, requests, answered: data.answered };
  });
}
