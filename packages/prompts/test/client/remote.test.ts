import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CutpointError, type SummaryRequest, userMessage } from "@cutpoint/core";
import { TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import { createRemoteSummarizer, type RemoteSummarizerOptions } from "../../src/client/remote.ts";
import { classicSections } from "../../src/prompt/sections.ts";
import { failureOf, instantly, never, requestFor, summaryWith } from "../support/conversation.ts";

const sections = classicSections;
const ANSWER = summaryWith("what was said", sections);

type Asked = { readonly headers: IncomingMessage["headers"]; readonly body: unknown };

type Given = Partial<Omit<RemoteSummarizerOptions, "endpoint">> & {
  readonly endpoint?: (origin: string) => string;
};

/** The result of a summary by a server with fixed answers. */
async function run(
  answer: (response: ServerResponse, asked: number) => void,
  { endpoint, ...options }: Given = {},
  request: Partial<SummaryRequest> = {},
): Promise<{ readonly result: unknown; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      asked.push({ headers: request.headers, body: JSON.parse(body) });
      answer(response, asked.length);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const summarizer = createRemoteSummarizer({
    endpoint: endpoint?.(`http://127.0.0.1:${port}`) ?? `http://127.0.0.1:${port}/summaries`,
    sections,
    sleep: instantly(),
    ...options,
  });
  const result = await failureOf(
    summarizer.summarize(requestFor({ maxTokens: 400, ...request }), never),
  );
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { result, asked };
}

function json(value: unknown, status = 200): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
}

describe("a remote summarizer", () => {
  test("posts once for a summary of any form, also if a turn is split", async () => {
    const turnPrefix = [{ id: "t", message: userMessage("Open the door.") }];
    const { asked, result } = await run(
      json({ summary: "They looked at doors." }),
      {},
      { turnPrefix },
    );
    expect(asked).toHaveLength(1);
    expect(result).toHaveProperty(
      "resolved.text",
      `They looked at doors.\n\n---\n\n${TURN_CONTEXT_HEADING}\n\n## Original Request\nOpen the door.`,
    );
  });

  test("posts { systemPrompt, prompt, maxTokens } and reads { summary }", async () => {
    const answer = { summary: ANSWER, usage: { inputTokens: 7, outputTokens: 3 }, further: [1] };
    const { asked, result } = await run(json(answer), { headers: { authorization: "Bearer k" } });
    expect(asked[0]?.body).toEqual({
      systemPrompt: expect.stringContaining("You write summaries") as string,
      prompt: expect.stringContaining("<conversation>") as string,
      maxTokens: 400,
    });
    expect(asked[0]?.headers).toMatchObject({
      authorization: "Bearer k",
      "content-type": "application/json",
    });
    expect(result).toMatchObject({
      resolved: {
        text: ANSWER,
        method: "remote",
        attempts: [{ usage: { inputTokens: 7, outputTokens: 3 } }],
      },
    });
  });

  test.each([
    [
      "no JSON",
      (response: ServerResponse) => void response.end("<html>"),
      /answered without a summary/,
    ],
    ["no summary", json({ text: "x" }), /answered without a summary/],
    ["a summary that is no text", json({ summary: 5 }), /answered without a summary/],
    ["an error", json({ error: "no such tenant" }, 403), /answered 403$/],
  ])("%s is a failure, asked once", async (_name, answer, message) => {
    const { asked, result } = await run(answer);
    expect(result).toBeInstanceOf(CutpointError);
    expect(result).toMatchObject({
      code: "summary-failed",
      message: expect.stringMatching(message) as string,
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["refuses", json({ error: "the text of the server" }, 400)],
    ["answers without a summary", json({ text: "the text of the server" })],
  ])("names its server without what may be secret if it %s", async (_name, answer) => {
    const { result } = await run(answer, {
      endpoint: (origin) => `${origin}/summaries/a?key=in-the-query#in-the-hash`,
    });
    expect(String(result)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/summaries\/a answered/u);
    expect(String(result)).not.toMatch(/in-the|the text of the server/u);
  });

  test("retries an overloaded server", async () => {
    const { asked, result } = await run((response, count) =>
      (count < 3 ? json({}, 503) : json({ summary: ANSWER }))(response),
    );
    expect(result).toMatchObject({ resolved: { text: ANSWER, calls: 3 } });
    expect(asked).toHaveLength(3);
  });

  test("a server without an answer times out", async () => {
    const { result } = await run(() => undefined, { timeoutMs: 30 });
    expect(result).toMatchObject({ failure: { fault: "timeout" } });
  });

  test("limits the size of requests and answers", async () => {
    const large = await run(json({ summary: "x".repeat(10_000) }), { maxResponseBytes: 1_000 });
    expect(large.result).toMatchObject({
      message: expect.stringContaining("expected at most 1000 bytes") as string,
    });
    const { asked, result } = await run(json({ summary: ANSWER }), { maxRequestBytes: 100 });
    expect(result).toMatchObject({
      message: expect.stringMatching(/has \d+ bytes: expected at most 100/) as string,
    });
    expect(asked).toHaveLength(0);
  });

  test("rejects an invalid endpoint", () => {
    for (const endpoint of ["", "/summaries", "file:///etc/passwd", "ftp://x"])
      expect(() => createRemoteSummarizer({ endpoint })).toThrow(/expected an http or https URL/);
  });
});
