import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { CallInput, ServedRequest, ServedServer, ServeOptions } from "../../../shared/contract";
import { ConnectionError } from "../connections/connection-error";
import type { EventHub } from "../events";
import { conventions, createSkillServer, faults, type SkillServer } from "../skill-server";
import { checkChoice } from "./choice";

/** Requests kept of each server, for a page that comes later. */
const KEPT = 500;
/** How long requests are gathered before they are told, in milliseconds. */
const GATHER_MS = 100;

interface Running {
  served: ServedServer;
  skillServer: SkillServer;
  /** Answered since the last event. */
  fresh: ServedRequest[];
  timer?: NodeJS.Timeout;
}

/** The servers over folders that this app runs for other clients, over HTTP on loopback. */
export class Serving {
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly hub: EventHub,
    private readonly samples: string,
  ) {}

  options(): ServeOptions {
    return {
      conventions: conventions.map(({ id, title, serve }) => ({ id, title, site: serve === undefined })),
      faults: faults.map(({ id, kind, what, client }) => ({ id, kind, what, client })),
      samples: this.samples,
    };
  }

  /**
   * Scans the folders and serves them until `stop`.
   * @throws ConnectionError for an unknown convention, fault or folder, and for a port in use
   */
  async start({
    folders,
    convention,
    faults: chosen,
    port = 0,
  }: CallInput<"serve.start">): Promise<ServedServer> {
    const absolute = folders.map((folder) => resolve(folder));
    await checkChoice({ folders: absolute, convention, faults: chosen }, "http");
    const skillServer = await createSkillServer({ folders: absolute, convention, faults: chosen });
    try {
      const { url } = await skillServer.serveHttp({ port });
      const served: ServedServer = {
        id: randomUUID(),
        url,
        folders: absolute,
        convention,
        faults: chosen,
        since: Date.now(),
        skipped: [...skillServer.skipped],
        requests: [],
        answered: 0,
      };
      const running: Running = { served, skillServer, fresh: [] };
      skillServer.onRequest = (line) => this.answered(running, line);
      this.running.set(served.id, running);
      this.hub.emit("served", { id: served.id, server: served });
      return served;
    } catch (error) {
      await skillServer.close();
      const message = error instanceof Error ? error.message : String(error);
      throw new ConnectionError({
        code: "cannot-serve",
        message: `The server could not be started: ${message}`,
        hint: "Leave the port empty for any free one.",
      });
    }
  }

  /** Ends a server and its connections. One that is not there was stopped already. */
  async stop(id: string): Promise<void> {
    const running = this.running.get(id);
    if (!running) return;
    this.running.delete(id);
    clearTimeout(running.timer);
    await running.skillServer.close();
    this.hub.emit("served", { id, server: null });
  }

  /** What runs now, oldest first, each with its newest requests. */
  list(): ServedServer[] {
    return [...this.running.values()].map(({ served }) => served);
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.keys()].map((id) => this.stop(id)));
  }

  private answered(running: Running, line: string): void {
    const { served, fresh } = running;
    const request = { at: Date.now(), line };
    served.answered++;
    for (const list of [served.requests, fresh]) {
      list.push(request);
      if (list.length > KEPT) list.shift();
    }
    running.timer ??= setTimeout(() => {
      running.timer = undefined;
      const requests = running.fresh.splice(0);
      this.hub.emit("servedRequests", { id: served.id, requests, answered: served.answered });
    }, GATHER_MS);
  }
}
