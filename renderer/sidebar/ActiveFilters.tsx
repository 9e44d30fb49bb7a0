import { X } from "lucide-react";
import { conventionName } from "./FilterMenu";
import { isFiltering, KINDS, toggleKind, useTreeFilters } from "./filters";

/** The filters that are on, each with a button that takes it off. */
export function ActiveFilters() {
  const filters = useTreeFilters();
  if (!isFiltering(filters)) return null;
  const { kinds, convention } = filters;
  return (
    <ul className="filters-active" aria-label="Filters that are on">
      {KINDS.filter(({ id }) => kinds.has(id)).map(({ id, label }) => (
        <Active key={id} label={label} onOff={() => toggleKind(id)} />
      ))}
      {convention !== undefined && (
        <Active
          label={conventionName(convention)}
          onOff={() => useTreeFilters.setState({ convention: undefined })}
        />
      )}
    </ul>
  );
}

function Active({ label, onOff }: { label: string; onOff: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="chip note"
        aria-label={`Take the filter off: ${label}`}
        onClick={onOff}
      >
        {label} <X size={11} aria-hidden="true" />
      </button>
    </li>
  );
}
