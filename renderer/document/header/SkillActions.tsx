import { FolderDown, RotateCw } from "lucide-react";
import { useState } from "react";
import type { SkillDetail } from "../../../shared/model/skill";
import { visible } from "../../../shared/model/visible";
import { PinButton } from "../../pins/PinButton";
import { useServer } from "../../state/store";
import { IconButton } from "../../ui/IconButton";
import { DownloadButton } from "../save/DownloadButton";
import { SaveSkillDialog } from "../save/SaveSkillDialog";
import type { OpenDocument } from "../use-document";

export interface SkillActionsProps {
  serverId: string;
  skill: SkillDetail;
  doc: OpenDocument;
  /** False where SKILL.md was not read since its entry is invalid. */
  readable: boolean;
}

/** What can be done with a skill: remember it, save it, download its SKILL.md, read it again. */
export function SkillActions({ serverId, skill, doc, readable }: SkillActionsProps) {
  const connected = useServer(serverId)?.status === "connected";
  const [saving, setSaving] = useState(false);
  return (
    <span className="doc-head-acts">
      <PinButton serverId={serverId} uri={skill.uri} manifest={skill.manifest} />
      <IconButton
        size="s"
        label="Save the skill to disk"
        isDisabled={!connected}
        onPress={() => setSaving(true)}
      >
        <FolderDown size={14} aria-hidden="true" />
      </IconButton>
      <DownloadButton doc={doc} />
      <IconButton size="s" label="Read again" onPress={doc.reload} isDisabled={!readable}>
        <RotateCw size={14} aria-hidden="true" />
      </IconButton>
      {saving && (
        <SaveSkillDialog
          serverId={serverId}
          uri={skill.uri}
          name={visible(skill.name || skill.uri)}
          onClose={() => setSaving(false)}
        />
      )}
    </span>
  );
}
