import { expect, test } from "vitest";
import { engine } from "../compactor/scripted.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { isCutpointError } from "../../src/message/error.ts";

/** The message of the `invalid-input` error that a compactor with a policy throws, or `null`. */
function faultOf(policy: unknown): string | null {
  try {
    createCompactor({ ...engine(), policy: policy as object });
    return null;
  } catch (error) {
    if (isCutpointError(error, "invalid-input")) return error.message;
    throw error;
  }
}

test.each([
  [null, "policy is null: expected an object"],
  [{ keepTokns: 5 }, "policy.keepTokns is not a setting of a policy"],
  [{ enabled: "no" }, 'policy.enabled is "no": expected a boolean'],
  [{ check: "never" }, 'policy.check is "never": expected "before-request" or'],
  [{ boundary: "users" }, 'policy.boundary is "users": expected "message" or "user" or'],
  [{ prune: true }, "policy.prune is true: expected an object"],
  [{ prune: { protectTools: ["a"] } }, "policy.prune.protectTools is not a setting of a policy"],
  [{ prune: { protectTokens: "all" } }, 'policy.prune.protectTokens is "all": expected a number'],
  [{ models: { "gpt-5": { bindsThinking: 1 } } }, "policy.models.gpt-5.bindsThinking is 1"],
  [{ models: { "gpt-5": { models: {} } } }, "policy.models.gpt-5.models is not a setting"],
  [{ keepUserTokens: -1 }, "policy.keepUserTokens is -1: expected a number, 0 or more"],
])("rejects %j", (policy, message) => {
  expect(faultOf(policy)).toContain(message);
});

test("accepts settings, also for a model, and undefined as their absence", () => {
  const settings = {
    enabled: true,
    check: "both",
    boundary: "user",
    prune: { trigger: { type: "share", share: 0.5 }, protectedTools: ["memory"] },
    keepUserTokens: 0,
    minimumProgress: 0.2,
    autoContinue: undefined,
  };
  expect(
    faultOf({ ...settings, models: { "gpt-5": { ...settings, windowTokens: 9 } } }),
  ).toBeNull();
  expect(faultOf({ prune: "none" })).toBeNull();
});

test("a policy that a function returns is checked for each request", () => {
  const compactor = createCompactor({
    ...engine(),
    policy: () => ({ boundary: "users" }) as never,
  });
  expect(() => compactor.usage({ items: [], state: null })).toThrow('policy.boundary is "users"');
});
