import { Fragment, useState } from "react";
import { visible } from "../../../shared/model/visible";
import { skillRoot } from "../../../shared/uri/skill-uri";
import { useCall } from "../../client/host";
import { useServer } from "../../state/store";
import { Button, LinkButton } from "../../ui/Button";
import { Chip } from "../../ui/Chip";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { formatBytes } from "../../ui/format";
import { Spinner } from "../../ui/Spinner";

export interface DirectoryViewProps {
  serverId: string;
  skillUri: string;
  /** Opens a file of the directory. */
  onSelect: (uri: string) => void;
}

/** What the server says lies in a directory, held against the manifest. */
export function DirectoryView({ serverId, skillUri, onSelect }: DirectoryViewProps) {
  const server = useServer(serverId);
  const root = skillRoot(skillUri) ?? skillUri;
  const [uri, setUri] = useState(root);
  const offered = server?.skillsExtension?.directoryRead === true;
  const { data, error, isFetching, refetch } = useCall(
    "directory.read",
    { serverId, uri, skillUri },
    { enabled: offered },
  );
  if (!offered)
    return (
      <EmptyState title="This server offers no directory reads">
        The manifest is all it says about the files of this skill.
      </EmptyState>
    );
  const below = uri === root ? [] : uri.slice(root.length + 1).split("/");
  return (
    <div className="files-directory scroll">
      <nav aria-label="Directory" className="doc-bar">
        <LinkButton onPress={() => setUri(root)}>{visible(root.split("/").at(-1) ?? root)}</LinkButton>
        {below.map((segment, at) => (
          <Fragment key={below.slice(0, at + 1).join("/")}>
            <span className="quiet">/</span>
            <LinkButton onPress={() => setUri(`${root}/${below.slice(0, at + 1).join("/")}`)}>
              {visible(segment)}
            </LinkButton>
          </Fragment>
        ))}
        {isFetching && <Spinner label="Reading the directory" />}
      </nav>
      {error && (
        <ErrorState
          title="Could not read the directory"
          problem={error}
          actions={<Button onPress={() => refetch()}>Try again</Button>}
        />
      )}
      {data?.children.some((child) => !child.inManifest) && (
        <p className="doc-banner warn" role="status">
          This skill has changed since its entry was listed, or its entry is not complete. Refresh the server
          to get the entry of now; until then what is only in the directory is no file of the skill.
        </p>
      )}
      {data && (
        <table className="fm-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">Size</th>
              <th scope="col">Manifest</th>
            </tr>
          </thead>
          <tbody>
            {data.children.map((child) => (
              <tr key={child.uri}>
                <th scope="row">
                  <LinkButton
                    onPress={() =>
                      child.directory ? setUri(child.uri.replace(/\/$/, "")) : onSelect(child.uri)
                    }
                  >
                    {`${visible(child.name)}${child.directory ? "/" : ""}`}
                  </LinkButton>
                </th>
                <td className="quiet">
                  {child.directory ? "directory" : visible(child.mimeType ?? "not stated")}
                </td>
                <td className="quiet">{child.size === undefined ? "" : formatBytes(child.size)}</td>
                <td>
                  {child.inManifest === undefined ? (
                    <span className="quiet">no manifest to compare with</span>
                  ) : child.inManifest ? (
                    <Chip tone="ok">listed</Chip>
                  ) : (
                    <Chip tone="warn">only in the directory</Chip>
                  )}
                </td>
              </tr>
            ))}
            {data.missing.map((missing) => (
              <tr key={missing}>
                <th scope="row">{visible(missing.split("/").at(-1) ?? missing)}</th>
                <td />
                <td />
                <td>
                  <Chip tone="bad">only in the manifest</Chip>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.children.length + data.missing.length === 0 && (
        <p className="quiet doc-pad">The directory is empty.</p>
      )}
    </div>
  );
}
