import { checkPolicy } from "../plan/check-policy.ts";
import type { Policy } from "../plan/policy.ts";

/**
 * Returns a policy after checking it. Settings that depend on the window are checked once the window is known.
 *
 * @param field the name of the value in the error
 * @throws `invalid-input` if it is not a policy; the error names the field
 */
export function parsePolicy(value: unknown, field = "policy"): Policy {
  checkPolicy(value, field);
  return value;
}
