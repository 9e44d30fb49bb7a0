import { useMemo } from "react";
import type { ReportExchange } from "../../shared/model/report";
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
    const exchanges =
      check.report && new Map(check.report.exchanges.map((exchange) => [exchange.id, exchange]));
    return { ...check, running: isRunning(check), exchanges };
  }, [check]);
}
