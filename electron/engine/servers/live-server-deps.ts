import type { Limits } from "../../../shared/model/limits";
import type { ServerConfig } from "../../../shared/model/server";
import type { SignInTools } from "../authorization/server-sign-in";
import type { ClientIdentity } from "../connections/negotiate";
import type { RequestAuthorization } from "../connections/request-authorization";
import type { Traffic } from "../connections/tap";
import type { WireTransport } from "../connections/wire";
import type { EventHub } from "../events";

/** What a live server is given by the engine. */
export interface LiveServerDeps {
  hub: EventHub;
  traffic: Traffic;
  client: ClientIdentity;
  /** As set when a connection is made. */
  limits: () => Limits;
  /** A factory of transports; secrets it sends are added to `secrets`, which are masked in the traffic. */
  transport: (
    config: ServerConfig,
    secrets: string[],
    authorization: RequestAuthorization | undefined,
  ) => (kind?: "sse") => WireTransport;
  signIn: SignInTools;
}
