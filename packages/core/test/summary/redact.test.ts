import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assistantMessage, toolMessage, userMessage } from "../../src/message/message.ts";
import { createRedactor, redactSecrets } from "../../src/summary/redact.ts";
import { workingTime } from "../working-time.ts";

const letters = "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3".repeat(3);

/** Secrets that are made up here, so that none stands in this file as a whole. */
const secrets: readonly (readonly [kind: string, secret: string])[] = [
  ["an OpenAI key", `sk-proj-${letters.slice(0, 40)}`],
  ["an Anthropic key", `sk-ant-${letters.slice(0, 40)}`],
  ["a Stripe key", `sk_live_${letters.slice(0, 24)}`],
  ["a GitHub token", `ghp_${letters.slice(0, 36)}`],
  ["a fine-grained GitHub token", `github_pat_${letters.slice(0, 40)}`],
  ["a GitLab token", `glpat-${letters.slice(0, 20)}`],
  ["an npm token", `npm_${letters.slice(0, 36)}`],
  ["a Slack token", `xoxb-${letters.slice(0, 30)}`],
  ["an AWS key", `AKIA${letters.toUpperCase().slice(0, 16)}`],
  ["a Google key", `AIza${letters.slice(0, 35)}`],
  ["a Hugging Face token", `hf_${letters.slice(0, 34)}`],
  [
    "a signed token",
    `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 30)}.${letters.slice(0, 43)}`,
  ],
  ["a private key", `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n-----END RSA PRIVATE KEY-----`],
];

const named: readonly (readonly [text: string, secret: string])[] = [
  ["Authorization: Bearer abcdef123456", "abcdef123456"],
  ['curl -H "Authorization: Basic dXNlcjpwYXNz"', "dXNlcjpwYXNz"],
  ["export DB_PASSWORD=hunter2-hunter2", "hunter2-hunter2"],
  ['{"client_secret": "s3cr3t-value"}', "s3cr3t-value"],
  ['{\\"api_key\\": \\"s3cr3t-value\\"}', "s3cr3t-value"],
  ["postgres://admin:pa55word@db.example.org/x", "pa55word"],
];

describe("redaction", () => {
  test.each(secrets)("%s goes, what surrounds it stays", (_kind, secret) => {
    expect(redactSecrets(`before ${secret} after`)).toBe("before [redacted] after");
  });

  test.each(named)("%s", (text, secret) => {
    expect(redactSecrets(text)).toBe(text.replace(secret, "[redacted]"));
    expect(redactSecrets(redactSecrets(text))).toBe(redactSecrets(text));
  });

  test.each([
    "skip the sk-eleton, ghp_ is a prefix, AKIA too",
    "the password is asked for; password: see the vault",
    "commit 3f2a9b7c1d0e4f5a6b7c8d9e0f1a2b3c4d5e6f70 on main",
    "http://localhost:5432/path and user@example.org",
    "maxTokens=16384, token count: 12345678",
  ])("an ordinary text stays as it is: %s", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  test("texts, reasoning and arguments of an item; arguments stay JSON", () => {
    const redactor = createRedactor();
    const [, secret] = secrets[0] ?? ["", ""];
    const call = {
      callId: "c",
      name: "bash",
      arguments: JSON.stringify({ command: `X="${secret}" run` }),
    };
    for (const message of [
      userMessage(`key ${secret}`),
      toolMessage(call, `key ${secret}`),
      assistantMessage(`key ${secret}`, [call]),
    ]) {
      const { message: redacted } = redactor.item({ id: "1", message });
      expect(JSON.stringify(redacted)).not.toContain(secret);
      for (const part of redacted.parts)
        expect(part.type !== "tool-call" || typeof JSON.parse(part.arguments) === "object").toBe(
          true,
        );
    }
    const item = { id: "1", message: userMessage("nothing secret") };
    expect(redactor.item(item)).toBe(item);
  });

  test("hostile texts take no longer than their length", () => {
    const texts = [
      "password=",
      "a-",
      "eyJaaaaaaaaaa.",
      "-----BEGIN PRIVATE KEY-----",
      "sk-",
      "x://y:",
      "authorization: bearer ",
    ];
    const law = fc.property(fc.constantFrom(...texts), (text) => {
      const long = text.repeat(Math.ceil(60_000 / text.length));
      return workingTime(() => redactSecrets(long)) < 2_000;
    });
    const found = fc.check(law, { numRuns: 14 });
    expect(fc.defaultReportMessage(found) ?? null).toBeNull();
  });
});
