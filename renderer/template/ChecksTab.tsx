import type { Finding } from "../../shared/model/finding";
import { FindingCard } from "../checks/FindingCard";
import { EmptyState } from "../ui/EmptyState";

export interface ChecksTabProps {
  serverId: string;
  findings: readonly Finding[];
  /** Whether the server has been checked at all. */
  checked: boolean;
}

/** What the last check of the server found in this template. */
export function ChecksTab({ serverId, findings, checked }: ChecksTabProps) {
  if (findings.length > 0)
    return (
      <div className="tpl-findings">
        {findings.map((finding) => (
          <FindingCard key={finding.fingerprint} serverId={serverId} finding={finding} />
        ))}
      </div>
    );
  return checked ? (
    <EmptyState title="Nothing found in this template">
      Every rule for templates has been run on it.
    </EmptyState>
  ) : (
    <EmptyState title="Not checked yet">Check the server to have its templates judged.</EmptyState>
  );
}
