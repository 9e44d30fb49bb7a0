import { Check, SlidersHorizontal } from "lucide-react";
import { useMemo } from "react";
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import type { Convention } from "../../shared/model/skill";
import { CONVENTIONS } from "../document/header/conventions";
import { wordsOf } from "../search/match";
import { useApp } from "../state/store";
import { useUi } from "../state/ui-state";
import { IconButton } from "../ui/IconButton";
import { filterCounts, isFiltering, KINDS, type Kind, useTreeFilters } from "./filters";

/** How a convention is called where one is chosen. */
export const conventionName = (id: Convention): string => CONVENTIONS[id] ?? "skills extension";

/** Narrows the tree by what skills are, each with how many it leaves. */
export function FilterMenu() {
  const filters = useTreeFilters();
  const on = filters.kinds.size + (filters.convention === undefined ? 0 : 1);
  return (
    <MenuTrigger>
      <IconButton size="s" label={on > 0 ? `Filters, ${on} on` : "Filters"}>
        <SlidersHorizontal
          size={14}
          aria-hidden="true"
          className={isFiltering(filters) ? "filters-on" : undefined}
        />
      </IconButton>
      <Popover className="popover" placement="bottom end" offset={4}>
        <FilterChoices />
      </Popover>
    </MenuTrigger>
  );
}

/** Made only while the menu is open: counting looks at every skill. */
function FilterChoices() {
  const filters = useTreeFilters();
  const lists = useApp((state) => state.skills);
  const badges = useApp((state) => state.badges);
  const filter = useUi((state) => state.filter);
  const counts = useMemo(() => {
    const all = [...lists].map(([serverId, list]) => ({ list, badges: badges.get(serverId) }));
    return filterCounts(all, wordsOf(filter), filters);
  }, [lists, badges, filter, filters]);
  const conventions = [...counts.conventions].sort(([a], [b]) =>
    conventionName(a).localeCompare(conventionName(b)),
  );
  return (
    <Menu className="menu" aria-label="Filters">
      <MenuSection
        selectionMode="multiple"
        selectedKeys={filters.kinds}
        onSelectionChange={(keys) =>
          useTreeFilters.setState({ kinds: keys === "all" ? new Set() : (new Set(keys) as Set<Kind>) })
        }
      >
        <Header className="menu-head">Show only</Header>
        {KINDS.map(({ id, label }) => (
          <Item key={id} id={id} label={label} count={counts.kinds[id]} />
        ))}
      </MenuSection>
      {conventions.length > 1 && (
        <MenuSection
          selectionMode="single"
          selectedKeys={filters.convention === undefined ? [] : [filters.convention]}
          onSelectionChange={(keys) => {
            const [chosen] = keys === "all" ? [] : keys;
            useTreeFilters.setState({ convention: chosen as Convention | undefined });
          }}
        >
          <Header className="menu-head">Shown by</Header>
          {conventions.map(([id, count]) => (
            <Item key={id} id={id} label={conventionName(id)} count={count} />
          ))}
        </MenuSection>
      )}
    </Menu>
  );
}

function Item({ id, label, count }: { id: string; label: string; count: number }) {
  return (
    <MenuItem id={id} textValue={label} className="menu-item">
      {({ isSelected }) => (
        <>
          <span className="menu-tick" aria-hidden="true">
            {isSelected && <Check size={13} />}
          </span>
          <span>{label}</span>
          <span className="end quiet">{count.toLocaleString("en-US")}</span>
        </>
      )}
    </MenuItem>
  );
}
