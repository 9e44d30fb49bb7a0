import { CirclePlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { usePinSync } from "../pins/use-pins";
import { setUi, useUi } from "../state/ui-state";
import { EmptyState } from "../ui/EmptyState";
import { FilterField } from "./FilterField";
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
  useEffect(() => {
    if (status.current)
      status.current.textContent = found === undefined ? "" : `${found.toLocaleString("en-US")} skills match`;
  }, [found]);
  return (
    <div className="side">
      <FilterField found={found} />
      <p className="sr-only" aria-live="polite" ref={status} />
      {found === 0 ? (
        <EmptyState title="No skill matches">
          {`Nothing listed has “${filter.trim()}” in its name, URI or description. Text inside the skills is not searched.`}
        </EmptyState>
      ) : (
        <SkillTreeView {...tree} />
      )}
      <button type="button" className="add-server" onClick={() => setUi({ serverForm: {} })}>
        <CirclePlus size={14} aria-hidden="true" /> Add server
      </button>
    </div>
  );
}
