import { useState } from "react";

const given = new Set<string>();

/** A skill with an invalid entry is shown and not read, until its user asks for that; kept while the app runs. */
export function useInvalidConsent(serverId: string, uri: string): { given: boolean; give: () => void } {
  const key = `${serverId}\n${uri}`;
  const [, redraw] = useState(0);
  return {
    given: given.has(key),
    give: () => {
      given.add(key);
      redraw((count) => count + 1);
    },
  };
}
