import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { isCutpointError } from "../../src/message/error.ts";
import type { Request } from "../../src/message/request.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { resolvePolicy } from "../../src/plan/resolve-policy.ts";
import { parsePolicy } from "../../src/schema/policy-schema.ts";
import { engine } from "../compactor/scripted.ts";
import { user, itemsOf } from "../../../../tooling/laws/src/generate/sized-messages.ts";

/** Every setting there is: the compiler asks for one that is added later. */
const everything: Required<Policy> = {
  enabled: true,
  check: "before-request",
  windowTokens: 200_000,
  workingWindowTokens: null,
  models: {
    small: {
      windowTokens: 8000,
      requestBytes: 5_000_000,
      requestImages: 20,
      requestFiles: 30,
      requestMessages: 200,
      bindsThinking: true,
      keep: { type: "tokens", tokens: 2000 },
      enabled: false,
    },
  },
  trigger: {
    type: "any",
    of: [
      { type: "reserve", tokens: 0 },
      { type: "reserve" },
      {
        type: "all",
        of: [
          { type: "share", share: 0.9 },
          { type: "items", items: 50 },
        ],
      },
      { type: "tokens", tokens: 5000 },
    ],
  },
  intake: { above: 8000, preview: 1500, protectedTools: ["read"] },
  targetShare: 0.02,
  keep: {
    type: "any",
    of: [
      { type: "tokens", tokens: 3000 },
      { type: "turns", turns: 6 },
      {
        type: "all",
        of: [
          { type: "share", share: 0.5 },
          { type: "items", items: 20 },
        ],
      },
    ],
  },
  boundary: "user-only",
  rulesTokens: 300,
  fileListTokens: 500,
  keepUserTokens: 1000,
  prune: {
    protectTokens: 40_000,
    minimumSavings: 20_000,
    protectedTools: ["skill", "read"],
  },
  fileBytes: 1_000_000,
  summaryTokens: 2000,
  minimumProgress: 0.2,
  autoContinue: false,
  empty429IsOverflow: true,
};

function rejectionOf(value: unknown): string {
  try {
    parsePolicy(value);
  } catch (error) {
    if (isCutpointError(error, "invalid-input")) return error.message;
    throw error;
  }
  return "accepted";
}

describe("parsePolicy", () => {
  test("every setting survives JSON", () => {
    const parsed: unknown = JSON.parse(JSON.stringify(everything));
    expect(parsePolicy(parsed)).toEqual(everything);
    expect(parsePolicy({ keepUserTokens: 0, prune: "none" })).toEqual({
      keepUserTokens: 0,
      prune: "none",
    });
  });

  test("every setting is in the README", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const [, section = ""] = /^## Set a policy$(.*?)^## /msu.exec(readme) ?? [];
    const missing = Object.keys(everything).filter((name) => !section.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  test("an empty policy enables compaction with the default numbers", () => {
    expect(resolvePolicy(parsePolicy({}), 200_000)).toMatchObject({
      enabled: true,
      limitTokens: 100_000,
      keep: { type: "tokens", tokens: 10_000 },
      autoContinue: true,
    });
  });

  test.each<[unknown, string]>([
    [{ reserve_tokens: 1 }, "policy.reserve_tokens"],
    [{ compaction: { enabled: true } }, "policy.compaction"],
    [{ models: { small: { reserve_tokens: 1 } } }, "policy.models.small.reserve_tokens"],
    [{ keepTokes: 1 }, "policy.keepTokes"],
    [{ prune: { protectToken: 1 } }, "policy.prune.protectToken"],
    [{ trigger: { type: "tokens", tokens: 1, share: 1 } }, "policy.trigger.share"],
    [JSON.parse('{"__proto__": 1}'), "policy.__proto__"],
  ])("%j has an unknown key", (value, field) => {
    expect(rejectionOf(value)).toBe(`${field} is not a setting of a policy`);
  });

  test.each<[unknown, RegExp]>([
    [null, /^policy is null: expected an object/],
    [{ enabled: "yes" }, /^policy\.enabled is "yes": expected a boolean/],
    [{ check: "never" }, /^policy\.check is "never": expected "before-request" or/],
    [{ keep: { type: "tokens", tokens: 0 } }, /^policy\.keep\.tokens is 0: expected a positive/],
    [
      { keep: { type: "turns", turns: "6" } },
      /^policy\.keep\.turns is "6": expected a positive number of turns/,
    ],
    [{ keep: 20_000 }, /^policy\.keep is 20000: expected an object/],
    [{ keep: { type: "all" } }, /^policy\.keep\.of is undefined: expected/],
    [{ keep: { type: "half" } }, /^policy\.keep\.type is "half": expected "tokens" or/],
    [
      { keep: { type: "share", share: 1.5 } },
      /^policy\.keep\.share is 1\.5: expected a share above 0/,
    ],
    [{ minimumProgress: 1 }, /^policy\.minimumProgress is 1: expected a share of at least 0/],
    [{ boundary: "tool" }, /^policy\.boundary is "tool": expected "message" or "user" or/],
    [
      { trigger: { type: "half" } },
      /^policy\.trigger\.type is "half": expected "reserve" or "share" or/,
    ],
    [{ trigger: { type: "any", of: [] } }, /^policy\.trigger\.of is \[\]: expected at least one/],
    [
      { trigger: { type: "all", of: [{ type: "share", share: 2 }] } },
      /^policy\.trigger\.of\[0\]\.share is 2: expected a share above 0/,
    ],
    [{ keepUserTokens: "all" }, /^policy\.keepUserTokens is "all": expected a number, 0 or more/],
    [{ keepUserTokens: -1 }, /^policy\.keepUserTokens is -1: expected a number, 0 or more/],
    [{ prune: { protectedTools: "read" } }, /^policy\.prune\.protectedTools is "read": expected/],
    [{ models: { a: { windowTokens: -1 } } }, /^policy\.models\.a\.windowTokens is -1: expected/],
  ])("%j is rejected by name", (value, message) => {
    expect(rejectionOf(value)).toMatch(message);
  });

  test("the window is the policy's, or its setting for the model", () => {
    const policy = parsePolicy({ models: { small: { windowTokens: 4000 } } });
    const usage = (request: Request): unknown =>
      createCompactor(engine({ policy })).usage({ items: itemsOf(user(1)), state: null }, request);
    expect(usage({ model: "small" })).toMatchObject({
      windowTokens: 4000,
      windowSource: "model-setting",
    });
    expect(usage({ model: "other" })).toMatchObject({ windowTokens: null, windowSource: null });
  });

  test("a policy that is a function is asked at each check", async () => {
    let policy = parsePolicy({ windowTokens: 100, enabled: false });
    const compactor = createCompactor(engine({ policy: () => policy }));
    const history = { items: itemsOf(user(500)), state: null };
    expect(await compactor.plan(history)).toMatchObject({ why: "disabled" });
    policy = parsePolicy({ windowTokens: 10_000 });
    expect(await compactor.plan(history)).toMatchObject({ why: "below-trigger" });
  });

  test("a policy that is changed in place is in force at the next call", async () => {
    const policy: { -readonly [Key in keyof Policy]: Policy[Key] } = { windowTokens: 10_000 };
    const compactor = createCompactor(engine({ policy }));
    const said = itemsOf(...Array.from({ length: 20 }, () => user(100)));
    const history = { items: said, state: null };
    expect((await compactor.fit(history)).outcome).toMatchObject({ why: "below-trigger" });
    policy.trigger = { type: "tokens", tokens: 1_500 };
    policy.keep = { type: "tokens", tokens: 300 };
    policy.keepUserTokens = 0;
    expect((await compactor.fit(history)).outcome).toMatchObject({ type: "compacted" });
    policy.enabled = false;
    expect(await compactor.plan(history)).toMatchObject({ why: "disabled" });
  });

  test("so is a trigger whose number is lowered in place", async () => {
    const trigger: { type: "tokens"; tokens: number } = { type: "tokens", tokens: 9_000 };
    const policy = {
      windowTokens: 10_000,
      trigger,
      keep: { type: "items", items: 3 },
      keepUserTokens: 0,
    } as const;
    const compactor = createCompactor(engine({ policy, maxStateBytes: 100_000 }));
    const said = itemsOf(...Array.from({ length: 20 }, () => user(100)));
    const history = { items: said, state: null };
    expect((await compactor.fit(history)).outcome).toMatchObject({ why: "below-trigger" });
    trigger.tokens = 1_500;
    expect((await compactor.fit(history)).outcome).toMatchObject({ type: "compacted" });
  });
});
