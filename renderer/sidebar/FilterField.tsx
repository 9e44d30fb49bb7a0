import { ListFilter, X } from "lucide-react";
import { setUi, useUi } from "../state/ui-state";
import { ActiveFilters } from "./ActiveFilters";
import { FilterMenu } from "./FilterMenu";

export const FILTER_ID = "tree-filter";

/** Narrows the tree; Escape empties it, arrow down goes into the tree. */
export function FilterField({ found }: { found?: number }) {
  const filter = useUi((state) => state.filter);
  return (
    <search className="filter">
      <div className="filter-line">
        <label className="in s">
          <ListFilter size={13} aria-hidden="true" />
          <span className="sr-only">Filter skills by name, URI or description</span>
          <input
            id={FILTER_ID}
            value={filter}
            placeholder="Filter skills"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setUi({ filter: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === "Escape") setUi({ filter: "" });
              if (event.key === "ArrowDown") {
                event.preventDefault();
                document.getElementById("skill-tree")?.focus();
              }
            }}
          />
          {found !== undefined && <span className="quiet">{found.toLocaleString("en-US")}</span>}
          {filter !== "" && (
            <button
              type="button"
              className="icon-btn s"
              aria-label="Clear the filter"
              onClick={() => setUi({ filter: "" })}
            >
              <X size={13} aria-hidden="true" />
            </button>
          )}
        </label>
        <FilterMenu />
      </div>
      <ActiveFilters />
    </search>
  );
}
