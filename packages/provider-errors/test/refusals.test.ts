import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases as casesOf, someOf } from "../../../tooling/laws/src/cases.ts";
import { readProviderError } from "../src/classify.ts";
import { OTHER_TEXTS } from "./support/other-errors.ts";
import { TOO_MANY_FILES, TOO_MANY_MESSAGES, TOO_MANY_TOKENS } from "./support/refusals.ts";

const TOO_LARGE = ["context-overflow", "payload-too-large"];

/** Ways in which clients, gateways and servers wrap the answer of a provider. */
const NESTINGS: readonly ((message: string) => unknown)[] = [
  (message) => message,
  (message) => new Error(message),
  (message) => new Error("run failed", { cause: new Error(message) }),
  (message) => ({ status: 400, error: { message, type: "invalid_request_error", param: null } }),
  (message) =>
    Object.assign(new Error("400 Provider returned error"), {
      status: 400,
      error: {
        message: "Provider returned error",
        code: 400,
        metadata: { raw: JSON.stringify({ error: { message } }), provider_name: "Any" },
      },
    }),
  (message) => ({ error: { code: 400, metadata: { raw: { detail: [{ msg: message }] } } } }),
  (message) => ({
    statusCode: 400,
    responseBody: JSON.stringify({ errors: [{ reason: message }] }),
  }),
  (message) => ({ response: { status: 400, data: { error: { innererror: { message } } } } }),
  (message) =>
    `event: error\ndata: ${JSON.stringify({ type: "error", error: { message } })}\n\nevent: done\ndata: {}\n`,
  (message) => ({
    status: 400,
    body: `<html><head><title>Bad gateway</title></head><body><p>${message.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p></body></html>`,
  }),
  (message) => new AggregateError([new Error("socket hang up"), new Error(message)], "failed"),
  (message) => [{ error: { message, details: [] } }],
];

const CASES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
];

/** Whether a text is a code such as `PromptTooLong`, whose words are known by their capital letters. */
function isCode(text: string): boolean {
  return !/\s/u.test(text);
}

/** Replaces numbers of at least three digits by others in the same order, with or without separators. */
function withOtherNumbers(text: string, factor: number, isSeparated: boolean): string {
  return text.replaceAll(/(?<![\w.])\d{4,7}(?![\w.]\d|\d)/g, (digits) => {
    const value = Number(digits) * factor;
    return isSeparated ? value.toLocaleString("en") : String(value);
  });
}

const variants = fc.record({
  nest: fc.constantFrom(...NESTINGS),
  withCase: fc.constantFrom(...CASES),
  factor: fc.constantFrom(1, 2, 7),
  isSeparated: fc.boolean(),
});

const { numRuns } = casesOf(5_000);

describe("a refusal for size", () => {
  test.each([
    ["tokens", TOO_MANY_TOKENS, "context-overflow"],
    ["files, pages or bytes", TOO_MANY_FILES, "payload-too-large"],
    ["messages", TOO_MANY_MESSAGES, "context-overflow"],
  ])("for too many %s is found in any nesting and case, with any numbers", (_, texts, expected) => {
    const cases = fc.sample(fc.tuple(fc.constantFrom(...texts), variants), numRuns);
    const missed = cases.flatMap(([text, { factor, isSeparated, nest, withCase }]) => {
      const numbered = withOtherNumbers(text, factor, isSeparated);
      const written = isCode(text) ? numbered : withCase(numbered);
      const found = readProviderError(nest(written)).class;
      return found === expected ? [] : [`${found}: ${written} ${nest.toString().slice(0, 60)}`];
    });
    expect(missed.slice(0, 20)).toEqual([]);
  });

  test("is not seen in other errors", () => {
    expect(OTHER_TEXTS.length).toBeGreaterThan(200);
    const written = OTHER_TEXTS.flatMap((text) =>
      NESTINGS.flatMap((nest) => CASES.map((withCase) => ({ nest, text: withCase(text) }))),
    );
    const wrong = someOf(written).flatMap(({ nest, text }) => {
      const found = readProviderError(nest(text)).class;
      return TOO_LARGE.includes(found) ? [`${found}: ${text} ${nest.toString().slice(0, 60)}`] : [];
    });
    expect(wrong.slice(0, 20)).toEqual([]);
  });
});

/** A subject, a relation and two numbers, in the order of a language. */
const SENTENCES: readonly ((limit: string, asked: string) => string)[] = [
  (limit, asked) => `The prompt has ${asked} tokens, the maximum is ${limit}`,
  (limit, asked) => `Context limit of ${limit} tokens exceeded: ${asked} tokens requested`,
  (limit, asked) => `input of ${asked} tokens is longer than ${limit}`,
  (limit, asked) => `at most ${limit} input tokens are allowed, got ${asked}`,
  (limit, asked) => `${asked} > ${limit}: prompt too long`,
  (limit, asked) => `上下文长度 ${asked} 超过最大限制 ${limit}`,
  (limit, asked) => `入力は ${asked} トークンで、上限 ${limit} を超えています`,
  (limit, asked) => `입력 ${asked} 토큰이 최대 ${limit} 토큰을 초과했습니다`,
  (limit, asked) => `Die Eingabe hat ${asked} Token und überschreitet das Limit von ${limit}`,
  (limit, asked) => `L'entrée contient ${asked} jetons et dépasse la limite de ${limit}`,
  (limit, asked) => `La entrada tiene ${asked} tokens y supera el máximo de ${limit}`,
  (limit, asked) => `A entrada tem ${asked} tokens e excede o limite de ${limit}`,
  (limit, asked) => `Ввод содержит ${asked} токенов и превышает лимит ${limit}`,
];

test("the limit and the size of the request are read in any order and language", () => {
  const numbers = fc.tuple(
    fc.integer({ min: 1_000, max: 500_000 }),
    fc.integer({ min: 1, max: 90_000 }),
  );
  const write = fc.constantFrom(String, (value: number) => value.toLocaleString("en"));
  fc.assert(
    fc.property(
      fc.constantFrom(...SENTENCES),
      numbers,
      write,
      (sentence, [limit, more], digits) => {
        const asked = limit + more;
        const error = new Error(sentence(digits(limit), digits(asked)));
        expect(readProviderError(error)).toEqual({
          class: "context-overflow",
          limit: { unit: "tokens", limit, asked },
        });
      },
    ),
    casesOf(300),
  );
});
