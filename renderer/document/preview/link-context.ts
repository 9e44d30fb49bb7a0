import { createContext, useContext, useMemo } from "react";
import type { Manifest } from "../../../shared/model/skill";
import { skillByUri } from "../../state/skill-list";
import { useApp } from "../../state/store";
import type { LinkContext } from "../markdown/destination";

const Context = createContext<LinkContext | null>(null);
export const LinkProvider = Context.Provider;

/** Where the document that is being drawn lies; only inside of `LinkProvider`. */
export function useLinkContext(): LinkContext {
  const context = useContext(Context);
  if (!context) throw new Error("a document is drawn outside of LinkProvider");
  return context;
}

/** Makes the context of one document from what the app knows of its server. */
export function useMakeLinkContext(
  serverId: string,
  uri: string,
  skillUri: string | undefined,
  manifest: Manifest | undefined,
): LinkContext {
  const skills = useApp((state) => state.skills.get(serverId));
  return useMemo(
    () => ({
      serverId,
      uri,
      ...(skillUri === undefined ? {} : { skillUri }),
      ...(manifest?.kind === "files" && !manifest.partial ? { files: manifest.files } : {}),
      skill: (wanted) => skillByUri(skills, wanted),
    }),
    [serverId, uri, skillUri, manifest, skills],
  );
}
