import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyProviderError, isContextOverflow } from "../src/classify.ts";
import { OTHER_ERRORS } from "../src/wordings.ts";
import { workingTime } from "../../core/test/working-time.ts";
import { BYTES, OTHERS, OVERFLOWS, RATE_LIMITS } from "./support/overflow-errors.ts";
import {
  BYTES_EXAMPLES,
  OUTAGE_EXAMPLES,
  OVERFLOW_EXAMPLES,
  RATE_LIMIT_EXAMPLES,
  VAGUE_EXAMPLES,
} from "./support/wording-examples.ts";

describe("the wordings, each with a text as it is really sent", () => {
  test.each(OVERFLOW_EXAMPLES)("an overflow as worded by %s", (_sentBy, example) => {
    expect(isContextOverflow(new Error(example))).toBe(true);
    expect(isContextOverflow({ status: 400, error: { message: example } })).toBe(true);
  });

  test.each(VAGUE_EXAMPLES)(
    "a rate limit beside 429, else an overflow, as worded by %s",
    (_sentBy, example) => {
      expect(isContextOverflow(new Error(example))).toBe(true);
      expect(isContextOverflow({ status: 400, error: { message: example } })).toBe(true);
      expect(classifyProviderError({ status: 429, message: example })).toBe("rate-limit");
    },
  );

  test.each(RATE_LIMIT_EXAMPLES)("a rate limit as worded by %s", (_sentBy, example) => {
    expect(classifyProviderError(new Error(example))).toBe("rate-limit");
  });

  test.each(OUTAGE_EXAMPLES)("an outage as worded by %s", (_sentBy, example) => {
    expect(classifyProviderError(new Error(example))).toBe("other");
  });

  test.each(BYTES_EXAMPLES)("too many bytes as worded by %s", (_sentBy, example) => {
    expect(classifyProviderError(new Error(example))).toBe("payload-too-large");
  });

  test.each([
    ["rate-limit", RATE_LIMIT_EXAMPLES],
    ["other", OUTAGE_EXAMPLES],
  ])("some examples of %s are worded in the table", (kind, examples) => {
    const rows = OTHER_ERRORS.filter(([errorClass]) => errorClass === kind);
    expect(rows.length).toBeGreaterThan(0);
    for (const [, example] of examples)
      expect(
        rows.some(([, , , pattern]) => pattern.test(example)),
        example,
      ).toBe(true);
  });
});

describe("errors as they are thrown", () => {
  test.each(OVERFLOWS)("%s is an overflow", (_name, error) => {
    expect(classifyProviderError(error)).toBe("context-overflow");
    expect(isContextOverflow(error)).toBe(true);
  });

  test.each(BYTES)("%s is about bytes", (_name, error) => {
    expect(classifyProviderError(error)).toBe("payload-too-large");
    expect(isContextOverflow(error)).toBe(false);
  });

  test.each(RATE_LIMITS)("%s is a rate limit", (_name, error) => {
    expect(classifyProviderError(error)).toBe("rate-limit");
    expect(isContextOverflow(error)).toBe(false);
  });

  test.each(OTHERS)("%s is neither", (_name, error) => {
    expect(classifyProviderError(error)).toBe("other");
    expect(isContextOverflow(error)).toBe(false);
  });

  test("there are many of each", () => {
    expect(OVERFLOWS.length + OVERFLOW_EXAMPLES.length).toBeGreaterThanOrEqual(45);
    expect(BYTES.length + RATE_LIMITS.length + OTHERS.length).toBeGreaterThanOrEqual(25);
  });
});

test("only an empty 429 is an overflow, and only with the option", () => {
  const options = { empty429IsOverflow: true };
  expect(isContextOverflow({ status: 429 }, options)).toBe(true);
  expect(isContextOverflow(new Error("429 status code (no body)"), options)).toBe(true);
  expect(isContextOverflow(new Error("429 Too many requests: slow down"), options)).toBe(false);
  expect(isContextOverflow({ status: 429, message: "too many tokens" }, options)).toBe(false);
});

describe("any value", () => {
  const spoiltBy = (trap: string) => () => {
    throw new Error(trap);
  };

  test("never throws, and answers with a class", () => {
    const classes = ["context-overflow", "payload-too-large", "rate-limit", "other"];
    const part = fc.constantFrom("message", "error", "cause", "status", "body", "errors", "data");
    const like = fc.dictionary(part, fc.anything({ withNullPrototype: true, withBigInt: true }));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), like, fc.array(like)), (value) => {
        expect(classes).toContain(classifyProviderError(value));
      }),
    );
  });

  test("properties that throw are passed over", () => {
    const error = {
      get message(): string {
        throw new Error("no message");
      },
      get cause(): unknown {
        throw new Error("no cause");
      },
      error: { message: "prompt is too long" },
    };
    expect(isContextOverflow(error)).toBe(true);
  });

  test("a hostile proxy and a revoked one are not an overflow", () => {
    const hostile = new Proxy(
      {},
      { get: spoiltBy("get"), has: spoiltBy("has"), ownKeys: spoiltBy("ownKeys") },
    );
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const revokedArray = Proxy.revocable([], {});
    revokedArray.revoke();
    for (const value of [hostile, revoked.proxy, revokedArray.proxy, { cause: revoked.proxy }])
      expect(classifyProviderError(value)).toBe("other");
  });

  test("circles end: of causes, of bodies, of both", () => {
    const error: Error & { error?: unknown } = new Error("circle");
    error.cause = error;
    error.error = { response: error, error: { cause: error } };
    expect(isContextOverflow(error)).toBe(false);
    const whole: Record<string, unknown> = {};
    for (const key of ["message", "code", "type", "name", "detail", "error", "body", "data"])
      whole[key] = whole;
    expect(isContextOverflow(Object.assign(whole, { response: whole, cause: whole }))).toBe(false);
  });

  test("a chain without end is left, a cause within reach is found", () => {
    const chain = (length: number): unknown =>
      length === 0
        ? new Error("prompt is too long")
        : new Error("again", { cause: chain(length - 1) });
    expect(isContextOverflow(chain(8))).toBe(true);
    let asked = 0;
    const endless = (): unknown => ({
      message: "again",
      get cause(): unknown {
        asked += 1;
        return endless();
      },
    });
    expect(isContextOverflow(endless())).toBe(false);
    expect(asked).toBeLessThan(20);
  });

  test.each([
    ["one letter", "a"],
    ["spaces", " "],
    ["digits", "4"],
    ["the start of a pattern", "input token count "],
    ["the starts of two", "prompt too long "],
    ["brackets", "[{"],
    ["lone surrogates", "\ud800"],
  ])("a megabyte of %s takes no time", (_name, unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    const error = { message: text, error: { message: text, code: text }, cause: text };
    expect(workingTime(() => classifyProviderError(error))).toBeLessThan(1_000);
  });

  test("only the start of a text is read", () => {
    const text = `${"x".repeat(30_000)} prompt is too long`;
    expect(isContextOverflow(text)).toBe(false);
    expect(isContextOverflow(`prompt is too long ${text}`)).toBe(true);
  });
});
