import type { Problem } from "../../../shared/model/server";
import type { ChosenProxy } from "./proxy";

/**
 * What to say of a request that failed at a proxy or behind it.
 * @param found what would be said of the same failure on a direct way
 * @param messages of the error and all its causes
 */
export function proxyProblem(proxy: ChosenProxy, host: string, found: Problem, messages: string[]): Problem {
  const { shown, variable } = proxy;
  const unset = `Correct or unset ${variable}, or add ${host} to NO_PROXY.`;
  const said = messages.join(" ");
  const status = /Proxy response \((\d+)\)|Authentication Required \((407)\)/.exec(said);
  const code = status?.[1] ?? status?.[2];
  if (code === "407") {
    return {
      code: "proxy-407",
      message: `The proxy ${shown} (${variable}) asks for sign-in (HTTP 407).`,
      hint: `Write user and password into ${variable}: http://user:password@host:port.`,
    };
  }
  if (code !== undefined) {
    return {
      code: `proxy-${code}`,
      message: `The proxy ${shown} (${variable}) does not connect to ${host} (HTTP ${code}).`,
      hint: unset,
    };
  }
  if (/Invalid URL|Invalid URI|must be a valid|unsupported protocol/i.test(said)) {
    return {
      code: "proxy-address",
      message: `${variable} is no address of a proxy: ${shown}.`,
      hint: "Write it as http://host:port.",
    };
  }
  if (
    [
      "ECONNREFUSED",
      "ENOTFOUND",
      "EAI_AGAIN",
      "ETIMEDOUT",
      "UND_ERR_CONNECT_TIMEOUT",
      "EHOSTUNREACH",
    ].includes(found.code)
  ) {
    return {
      code: "proxy-unreachable",
      message: `The proxy ${shown} (${variable}) cannot be reached (${found.code}).`,
      hint: unset,
    };
  }
  return behindProxy(found, proxy);
}

/** Adds to a problem that the way led through a proxy: it may be the proxy's own. */
export function behindProxy(problem: Problem, { shown, variable }: ChosenProxy): Problem {
  const way = `Asked through the proxy ${shown} (${variable}).`;
  return { ...problem, detail: problem.detail ? `${problem.detail}\n${way}` : way };
}
