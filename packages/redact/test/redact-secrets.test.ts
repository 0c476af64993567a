import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { workingTime } from "../../core/test/working-time.ts";
import { redactSecrets } from "../src/redact-secrets.ts";
import { harmless, named, tokens } from "./support/secret-examples.ts";

describe("redaction", () => {
  test.each(tokens)("%s is removed and the text around it is kept", (_kind, secret) => {
    const remedy = 'no pattern matches, or its sign is missing: see "Add a format" in the README';
    expect(redactSecrets(`before ${secret} after`), remedy).toBe("before [redacted] after");
  });

  test.each(named)("%s", (text, secret) => {
    expect(redactSecrets(text)).toBe(text.replace(secret, "[redacted]"));
    expect(redactSecrets(redactSecrets(text))).toBe(redactSecrets(text));
  });

  test.each(harmless)("an ordinary text stays as it is: %s", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  test("a secret that is split by invisible characters, or encoded for an address, is removed", () => {
    const secret = `ghp_${"Ab1Cd2".repeat(6)}`;
    expect(redactSecrets(`a ${secret.replace("Cd", "C\u200Bd")} b`)).toBe("a [redacted] b");
    expect(redactSecrets("see ?q=api_key%3DAb1Cd2Ef3Gh4 now")).toBe(
      "see ?q=api_key=[redacted] now",
    );
  });

  test("hostile texts take linear time", () => {
    const texts = [
      "password=",
      "a-",
      "eyJaaaaaaaaaa.",
      "-----BEGIN PRIVATE KEY-----",
      "sk-",
      "x://y:",
      "authorization: bearer ",
      "--password ",
      "cookie: a=",
      "a.b.",
      "a%3D",
      "$6$",
      "2/1234567890123/",
      '"auth":"',
      "\u200B=",
    ];
    const law = fc.property(fc.constantFrom(...texts), (text) => {
      const long = text.repeat(Math.ceil(60_000 / text.length));
      return workingTime(() => redactSecrets(long)) < 2_000;
    });
    const found = fc.check(law, { numRuns: 14 });
    expect(fc.defaultReportMessage(found) ?? null).toBeNull();
  });

  test("a megabyte of beginnings of private keys takes at most 50 ms more than other texts", () => {
    const hostile = "-----BEGIN PRIVATE KEY-----".repeat(40_000);
    const plain = "a few words and no secrets. ".repeat(40_000);
    const best = (text: string): number =>
      Math.min(...[1, 2, 3, 4].map(() => workingTime(() => redactSecrets(text))));
    expect(best(hostile)).toBeLessThan(best(plain) + 50);
  });
});
