import type {
  FileEvidence,
  ServerEvidence,
  SkillBrief,
  SkillEvidence,
} from "../../../../shared/model/evidence";
import type { Finding } from "../../../../shared/model/finding";
import type { Bodies, JudgeEnd } from "./judge";

/** What the collector asks of the worker; each is answered once, in order. */
export type WorkerRequest =
  | { kind: "begin"; server: ServerEvidence; briefs: SkillBrief[]; profiles: string[] }
  | { kind: "take"; skill: SkillEvidence; bodies: Bodies }
  | {
      kind: "complete";
      uri: string;
      extra: FileEvidence[];
      bodies: Bodies;
      patch: Partial<SkillEvidence>;
      hold: boolean;
    }
  | { kind: "finish"; server: ServerEvidence };

/** One request with the number that its answer comes back under. */
export interface WorkerTask {
  id: number;
  request: WorkerRequest;
}

export type WorkerResponse = { id: number; value?: unknown; error?: string };

/** Answers by the kind of request. */
export interface WorkerAnswers {
  begin: null;
  take: string[];
  complete: Finding[];
  finish: JudgeEnd;
}

/**
 * A batch as it crosses to the other thread. As JSON text: what crosses came as JSON, and cloning it object by object
 * took three times as long on both sides. Bytes read from disk have no JSON, so a batch with them is cloned.
 */
export function encode<T>(batch: T[], hasBytes: boolean): string | T[] {
  return hasBytes ? batch : JSON.stringify(batch);
}

/** A batch as `encode` sent it. */
export function decode<T>(sent: string | T[]): T[] {
  return typeof sent === "string" ? (JSON.parse(sent) as T[]) : sent;
}

/** Whether a request holds bytes of files as they lie on disk. */
export function carriesBytes(request: WorkerRequest): boolean {
  return "bodies" in request && request.bodies.some(([, body]) => body.bytes !== undefined);
}
