import type { Problem } from "../../../shared/model/server";

const TRUST =
  "If you trust it, start the app with NODE_EXTRA_CA_CERTS set to a file with the authority's certificate (PEM); checking is never switched off.";
const ASK = "Tell whoever runs the server; checking is never switched off.";
const NO_TLS = "The server does not speak TLS here: it may be a plain http address.";
const TRY_HTTP = "Check the port, and whether the address should begin with http://.";
const OLD = "The server speaks no version of TLS that is still safe: at least TLS 1.2 is needed.";
const RENEW = "Its certificate or its settings must be renewed where it runs.";

/** What each TLS failure means and what to do, by the code that Node gives it. */
const TLS: Record<string, readonly [string, string]> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ["The server's certificate is self-signed, so nobody vouches for it.", TRUST],
  SELF_SIGNED_CERT_IN_CHAIN: [
    "The server's certificate chain ends in a certificate that this machine does not trust.",
    TRUST,
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    "The server does not send the certificate that signed its own, or it is not trusted here.",
    TRUST,
  ],
  UNABLE_TO_GET_ISSUER_CERT: ["A certificate of the server's chain is missing.", TRUST],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    "The authority that signed the server's certificate is not trusted on this machine.",
    TRUST,
  ],
  CERT_UNTRUSTED: ["The server's certificate is not trusted on this machine.", TRUST],
  INVALID_CA: ["The certificate that signed the server's own may not sign others.", ASK],
  INVALID_PURPOSE: ["The server's certificate is not made for servers.", ASK],
  CERT_SIGNATURE_FAILURE: ["The signature of the server's certificate is wrong.", ASK],
  CERT_REVOKED: ["The server's certificate was revoked.", ASK],
  CERT_HAS_EXPIRED: ["The server's certificate has expired.", RENEW],
  CERT_NOT_YET_VALID: [
    "The server's certificate is not valid yet.",
    "Check this machine's clock, else the certificate's dates.",
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "The server's certificate is for another host name.",
    "Use the name that the certificate is for, or have it made for this one too.",
  ],
  EE_KEY_TOO_SMALL: ["The key of the server's certificate is too short to be safe.", RENEW],
  CA_MD_TOO_WEAK: ["The server's certificate is signed in a way that is no longer safe.", RENEW],
  EPROTO: [NO_TLS, TRY_HTTP],
  ERR_SSL_WRONG_VERSION_NUMBER: [NO_TLS, TRY_HTTP],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: [NO_TLS, TRY_HTTP],
  ERR_SSL_UNSUPPORTED_PROTOCOL: [OLD, RENEW],
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: [OLD, RENEW],
};

/**
 * What to say of a TLS failure.
 * @param code as Node and OpenSSL name it
 * @returns undefined for a code that is none
 */
export function tlsProblem(code: string, host: string): Problem | undefined {
  const known = TLS[code];
  if (known) return { code, message: `${known[0]} (${code})`, hint: known[1] };
  if (!/^ERR_(SSL|TLS)_|CERT/.test(code)) return undefined;
  return { code, message: `No secure connection to ${host} could be made (${code}).`, hint: ASK };
}
