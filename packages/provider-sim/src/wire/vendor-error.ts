import type { Reply } from "../reply.ts";
import type { RuleViolation, Vendor } from "../rules/rule.ts";

/** The error body of a vendor. */
export function errorBody(vendor: Vendor, breach: RuleViolation, requestId: string): unknown {
  const type = breach.type ?? "invalid_request_error";
  const { message } = breach;
  if (type === "html")
    return `<html>\n<head><title>${message}</title></head>\n<body>\n<center><h1>${message}</h1></center>\n<hr><center>cloudflare</center>\n</body>\n</html>\n`;
  if (vendor === "anthropic")
    return { type: "error", error: { type, message }, request_id: requestId };
  return { error: { message, type, param: breach.param ?? null, code: breach.code ?? null } };
}

export function errorReply(
  vendor: Vendor,
  breach: RuleViolation,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    type: "body",
    status: breach.status,
    headers,
    body: errorBody(vendor, breach, requestId),
  };
}
