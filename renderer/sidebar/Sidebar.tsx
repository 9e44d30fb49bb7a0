import { CirclePlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { usePinSync } from "../pins/use-pins";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { FilterField } from "./FilterField";
import { clearFilters, isFiltering, useTreeFilters } from "./filters";
import { SkillTreeView } from "./SkillTreeView";
import { useRows } from "./use-rows";
import "./sidebar.css";

/** The left pane: filter, servers and all they serve. */
export function Sidebar() {
  usePinSync();
  const tree = useRows();
  const filter = useUi((state) => state.filter);
  const status = useRef<HTMLParagraphElement>(null);
  const { found } = tree;
  const none = useApp((state) => state.ready && state.servers.size === 0);
  useEffect(() => {
    if (status.current)
      status.current.textContent = found === undefined ? "" : `${found.toLocaleString("en-US")} skills match`;
  }, [found]);
  return (
    <div className="side">
      <FilterField found={found} />
      <p className="sr-only" aria-live="polite" ref={status} />
      {none ? <NoServers /> : found === 0 ? <NoMatch filter={filter.trim()} /> : <SkillTreeView {...tree} />}
      <button type="button" className="add-server" onClick={() => setUi({ serverForm: {} })}>
        <CirclePlus size={14} aria-hidden="true" /> Add server
      </button>
    </div>
  );
}

function NoServers() {
  return (
    <EmptyState title="No server yet">
      Servers and their skills are listed here. Add the first one below.
    </EmptyState>
  );
}

function NoMatch({ filter }: { filter: string }) {
  const filtering = isFiltering(useTreeFilters());
  return (
    <EmptyState
      title="No skill matches"
      actions={filtering && <Button onPress={clearFilters}>Take the filters off</Button>}
    >
      {filter === ""
        ? "No listed skill passes the filters that are on."
        : `Nothing listed has “${filter}” in its name, URI or description${filtering ? " and passes the filters that are on" : ""}. The search above (Ctrl K) also looks into the texts that were read.`}
    </EmptyState>
  );
}
