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

export type WorkerResponse = { id: number; value?: unknown; error?: string };

/** Answers by the kind of request. */
export interface WorkerAnswers {
  begin: null;
  take: string[];
  complete: Finding[];
  finish: JudgeEnd;
}
