import type { Reply } from "../reply.ts";
import type { RuleViolation, Vendor } from "../rules/rule.ts";

/** Returns a vendor's error body. */
export function errorBody(vendor: Vendor, violation: RuleViolation, requestId: string): unknown {
  const type = violation.type ?? "invalid_request_error";
  const { message } = violation;
  if (type === "html")
    return `<html>\n<head><title>${message}</title></head>\n<body>\n<center><h1>${message}</h1></center>\n<hr><center>cloudflare</center>\n</body>\n</html>\n`;
  if (vendor === "anthropic")
    return { type: "error", error: { type, message }, request_id: requestId };
  return { error: { message, type, param: violation.param ?? null, code: violation.code ?? null } };
}

export function errorReply(
  vendor: Vendor,
  violation: RuleViolation,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    type: "body",
    status: violation.status,
    headers,
    body: errorBody(vendor, violation, requestId),
  };
}
