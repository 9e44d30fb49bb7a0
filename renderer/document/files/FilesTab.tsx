import { useState } from "react";
import type { SkillDetail } from "../../../shared/model/skill";
import { useApp } from "../../state/store";
import { EmptyState } from "../../ui/EmptyState";
import { Segments } from "../../ui/Segments";
import { DirectoryView } from "./DirectoryView";
import { FileList } from "./FileList";
import { FilePane } from "./FilePane";
import { ReadAll } from "./ReadAll";

export interface FilesTabProps {
  serverId: string;
  skill: SkillDetail;
  /** URI of the file to show beside the tree; one that ends in "/" is a directory. */
  file?: string;
  line?: number;
}

/** The files of a skill: the manifest as a tree, or the server's directories, with the chosen file beside it. */
export function FilesTab({ serverId, skill, file, line }: FilesTabProps) {
  const open = useApp((state) => state.open);
  const [view, setView] = useState<"manifest" | "directory">("manifest");
  const { manifest, uri } = skill;
  const select = (chosen: string) => open({ kind: "skill", serverId, uri, tab: "files", file: chosen });
  const shown = file !== undefined && !file.endsWith("/") ? file : undefined;
  return (
    <div className="files">
      <div className="files-side">
        <div className="doc-bar">
          <Segments
            label="Which files"
            value={view}
            options={[
              { id: "manifest", label: "Manifest" },
              { id: "directory", label: "Directory" },
            ]}
            onChange={setView}
          />
          {view === "manifest" && manifest.kind === "files" && manifest.files.length > 0 && (
            <ReadAll serverId={serverId} skillUri={uri} files={manifest.files} />
          )}
        </div>
        {view === "directory" ? (
          <DirectoryView serverId={serverId} skillUri={uri} onSelect={select} />
        ) : manifest.kind === "files" ? (
          <FileList
            serverId={serverId}
            skillUri={uri}
            files={manifest.files}
            selected={shown}
            onSelect={select}
          />
        ) : (
          <EmptyState
            title={manifest.kind === "dynamic" ? "The files of this skill are dynamic" : "No list of files"}
          >
            {manifest.kind === "dynamic"
              ? "Its entry states neither files nor digests, so none can be listed or verified. Links in its text still open them."
              : "The convention by which this skill was found states no manifest. Links in its text still open its files."}
          </EmptyState>
        )}
      </div>
      <div className="files-main">
        {shown === undefined ? (
          <EmptyState title="Choose a file">
            Opening a file reads it from the server and compares it with its entry.
          </EmptyState>
        ) : (
          <FilePane
            key={shown}
            serverId={serverId}
            uri={shown}
            skillUri={uri}
            manifest={manifest}
            line={line}
          />
        )}
      </div>
    </div>
  );
}
