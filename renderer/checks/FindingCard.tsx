import { CircleX, Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Finding } from "../../shared/model/finding";
import type { ReportExchange } from "../../shared/model/report";
import { visible } from "../../shared/model/visible";
import { relativePath, skillRoot } from "../../shared/uri/skill-uri";
import { useApp } from "../state/store";
import { LinkButton } from "../ui/Button";
import { Chip, type Tone } from "../ui/Chip";
import { ExternalLink } from "../ui/external";
import { Exchanges } from "./Exchanges";
import { placeOf } from "./place";

export interface FindingCardProps {
  serverId: string;
  finding: Finding;
  exchanges?: ReadonlyMap<string, ReportExchange>;
  /** Says which skill it is about: where the page is not about one skill alone. */
  showSubject?: boolean;
}

const TONES: Record<Finding["severity"], Tone> = { error: "bad", warning: "warn", info: "note" };

/** One finding: what is wrong, expected and actual, what to change, and the messages that prove it. */
export function FindingCard({ serverId, finding, exchanges, showSubject }: FindingCardProps) {
  const [messages, setMessages] = useState(false);
  const open = useApp((state) => state.open);
  const { severity, subject, evidence } = finding;
  const place = placeOf(serverId, finding);
  const level = finding.outcome === "note" ? "note" : finding.level;
  return (
    <article className={`find ${severity}`} aria-label={visible(finding.message)}>
      <SeverityIcon severity={severity} />
      <h3 className="msg break">{visible(finding.message)}</h3>
      <Chip tone={TONES[severity]} title={`${severity}; the requirement's level is ${finding.level}`}>
        {level}
      </Chip>
      {showSubject && <Subject finding={finding} />}
      {(finding.expected !== undefined || finding.actual !== undefined) && (
        <dl className="cmp">
          {finding.expected !== undefined && (
            <div className="e">
              <dt>expected</dt>
              <dd>{visible(finding.expected)}</dd>
            </div>
          )}
          {finding.actual !== undefined && (
            <div className="a">
              <dt>actual</dt>
              <dd>{visible(finding.actual)}</dd>
            </div>
          )}
        </dl>
      )}
      <p className="fix break">
        <b>{severity === "info" ? "Advice:" : "Change:"}</b> {visible(finding.fix)}
      </p>
      <div className="find-acts">
        <code>{finding.rule}</code>
        <ExternalLink url={finding.specUrl}>Specification</ExternalLink>
        {evidence.length > 0 && (
          <LinkButton onPress={() => setMessages(!messages)} aria-expanded={messages}>
            {messages
              ? "Hide messages"
              : `Show ${evidence.length === 1 ? "message" : `${evidence.length} messages`}`}
          </LinkButton>
        )}
        {place && (
          <LinkButton onPress={() => open(place.target)}>
            {place.line ? `Open line ${place.line}` : place.text}
          </LinkButton>
        )}
        {subject.uri !== undefined && <SubjectPath finding={finding} />}
      </div>
      {messages && <Exchanges ids={evidence} exchanges={exchanges} />}
    </article>
  );
}

function SeverityIcon({ severity }: { severity: Finding["severity"] }) {
  if (severity === "error") return <CircleX size={15} className="mark bad" aria-hidden="true" />;
  if (severity === "warning") return <TriangleAlert size={15} className="mark warn" aria-hidden="true" />;
  return <Info size={15} className="mark note" aria-hidden="true" />;
}

function Subject({ finding: { subject } }: { finding: Finding }) {
  const text = subject.skill ?? subject.template ?? subject.uri ?? "the server";
  return <p className="about mono break">{visible(text)}</p>;
}

/** Path of the file concerned, below its skill. */
function SubjectPath({ finding: { subject, location } }: { finding: Finding }) {
  if (subject.kind !== "file" || subject.uri === undefined || location) return null;
  const root = subject.skill === undefined ? undefined : skillRoot(subject.skill);
  const path = root === undefined ? undefined : relativePath(root, subject.uri);
  return <span className="mono break">{visible(path ?? subject.uri)}</span>;
}
