import type { Site } from "../conventions/convention";
import type { Fault } from "./fault";

/** A web site whose pages go through the faults. */
export function faultySite(site: Site | undefined, faults: readonly Fault[]): Site | undefined {
  return (
    site && {
      async page(path) {
        const page = await site.page(path);
        return page && faults.reduce((left, fault) => fault.page?.(left, path) ?? left, page);
      },
    }
  );
}
