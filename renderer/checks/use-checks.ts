import { useMemo } from "react";
import type { Report, ReportExchange } from "../../shared/model/report";
import { type CheckState, isRunning, NO_CHECKS } from "../state/check-state";
import { useApp } from "../state/store";

export interface Checks extends CheckState {
  running: boolean;
  /** Exchanges of the last report by id; absent while a run goes on. */
  exchanges?: ReadonlyMap<string, ReportExchange>;
}

/** The checks of one server as they stand. */
export function useChecks(serverId: string): Checks {
  const check = useApp((state) => state.checks.get(serverId)) ?? NO_CHECKS;
  return useMemo(() => {
    return { ...check, running: isRunning(check), exchanges: exchangesOf(check.report) };
  }, [check]);
}

/** The exchanges of a report by id. Ids count anew in each run, so a finding's proof is in its own report only. */
export function exchangesOf(report: Report | undefined): ReadonlyMap<string, ReportExchange> | undefined {
  return report && new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
}
