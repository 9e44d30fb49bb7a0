import type { ReactNode } from "react";
import type { ServerState } from "../../shared/model/server";
import type { SignInPlan } from "../../shared/model/sign-in";
import { visible } from "../../shared/model/visible";
import { useHost } from "../client/host";
import { Button } from "../ui/Button";
import { Chip } from "../ui/Chip";
import { Dialog } from "../ui/Dialog";
import { agreeSignIn, cancelSignIn } from "./sign-in-acts";

/** Shows where a sign-in leads, and goes on only when that is agreed to. */
export function SignInDialog({ server, plan }: { server: ServerState; plan: SignInPlan }) {
  const host = useHost();
  const { serverId, label } = server.config;
  const close = () => void cancelSignIn(host, serverId);
  return (
    <Dialog
      title={`Sign in to ${visible(label)}?`}
      role="alertdialog"
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button variant="main" autoFocus onPress={() => agreeSignIn(host, serverId, plan.host)}>
            Open in browser
          </Button>
        </>
      }
    >
      <p>The server sends you to this host to sign in. Go on only if it is one you know.</p>
      <div className="field">
        <span className="label">Host</span>
        <code className="in break">{visible(plan.host)}</code>
      </div>
      <dl className="facts-list">
        <Row name="Page">{visible(plan.page)}</Row>
        <Row name="Authorization server">{visible(plan.issuer)}</Row>
        {plan.otherHosts.length > 0 && (
          <Row name="The app also talks to">{visible(plan.otherHosts.join(", "))}</Row>
        )}
        <Row name="For the server">{visible(plan.resource)}</Row>
        <Row name="Rights asked for">
          {plan.scopes.length === 0 ? (
            "none by name; the page will tell"
          ) : (
            <span className="chips">
              {plan.scopes.map((scope) => (
                <Chip key={scope}>{visible(scope)}</Chip>
              ))}
            </span>
          )}
        </Row>
        <Row name="This app">{CLIENT[plan.client]}</Row>
      </dl>
      {plan.page.startsWith("http:") && (
        <p className="quiet">This connection is not encrypted; it stays on this machine.</p>
      )}
    </Dialog>
  );
}

const CLIENT: Record<SignInPlan["client"], string> = {
  registers: "makes itself known there as MCP Skill Inspector",
  known: "is known there from before",
  given: "uses the client ID that you gave",
};

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="break">{children}</dd>
    </div>
  );
}
