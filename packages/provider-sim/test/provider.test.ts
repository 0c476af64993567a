import { isCutpointError } from "@cutpoint/core";
import { array, assert, asyncProperty, constantFrom, nat, record, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { readBody } from "../src/read-body.ts";
import { parseScript } from "../src/script.ts";
import { type Provider, startProvider } from "../src/start-provider.ts";

async function chat(
  provider: Provider,
  messages: readonly object[],
  model = "gpt",
): Promise<{
  readonly id: string;
  readonly usage: {
    readonly prompt_tokens: number;
    readonly prompt_tokens_details: { readonly cached_tokens: number };
  };
}> {
  const answer = await fetch(`${provider.url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model, messages }),
  });
  return (await answer.json()) as Awaited<ReturnType<typeof chat>>;
}

const user = (content: string): object => ({ role: "user", content });

test("no idle connection is ended, since a client may be about to send a request on it", async () => {
  await using provider = await startProvider({ windowTokens: 1_000 });
  const { headers } = await fetch(`${provider.url}/v1/chat/completions`, { method: "POST" });
  expect(headers.get("connection")).toBe("keep-alive");
  expect(headers.get("keep-alive")).toBeNull();
});

describe("counting", () => {
  test("cached tokens are the longest common prefix with the last answered request", async () => {
    await using provider = await startProvider({ windowTokens: 100_000 });
    const message = record({
      role: constantFrom("user", "assistant", "system"),
      content: string({ minLength: 1, maxLength: 8 }),
    });
    await assert(
      asyncProperty(
        array(message, { minLength: 1, maxLength: 6 }),
        nat(6),
        array(message, { minLength: 1, maxLength: 3 }),
        async (before, kept, after) => {
          const common = before.slice(0, kept);
          const first = await chat(provider, before);
          const alone =
            common.length === 0 ? 0 : (await chat(provider, common)).usage.prompt_tokens;
          await chat(provider, before);
          const next = [...common, ...after];
          const shared = next.findIndex(
            (each, index) => JSON.stringify(each) !== JSON.stringify(before[index]),
          );
          const { usage } = await chat(provider, next);
          const cached = usage.prompt_tokens_details.cached_tokens;
          expect(cached).toBeLessThanOrEqual(
            Math.min(usage.prompt_tokens, first.usage.prompt_tokens),
          );
          expect(cached).toBeGreaterThanOrEqual(alone);
          expect(cached === alone).toBe(shared === -1 ? false : shared === common.length);
        },
      ),
      cases(40),
    );
  });

  test("requests of another model and rejected requests cache nothing", async () => {
    await using provider = await startProvider({ windowTokens: 100 });
    await chat(provider, [user("Hi")]);
    const other = await chat(provider, [user("Hi")], "other");
    expect(other.usage.prompt_tokens_details.cached_tokens).toBe(0);
    await chat(provider, [user("Hi"), user("word ".repeat(200))], "other");
    const again = await chat(provider, [user("Hi"), user("!")], "other");
    expect(again.usage.prompt_tokens_details.cached_tokens).toBe(other.usage.prompt_tokens);
  });

  test("tools are counted", async () => {
    await using provider = await startProvider({ windowTokens: 1_000 });
    const body = { model: "gpt", messages: [user("Hi")] };
    const tools = [{ type: "function", function: { name: "read", parameters: {} } }];
    for (const each of [body, { ...body, tools }])
      await fetch(`${provider.url}/v1/chat/completions`, {
        method: "POST",
        body: JSON.stringify(each),
      });
    const [without, withTools] = provider.requests().map(({ inputTokens }) => inputTokens);
    expect(withTools! - without!).toBeGreaterThan(10);
  });

  test("the window can depend on the model", async () => {
    await using provider = await startProvider({
      windowTokens: (model) => (model === "small" ? 20 : 1_000),
    });
    const long = [user("word ".repeat(50))];
    await chat(provider, long, "large");
    await chat(provider, long, "small");
    expect(provider.requests().map(({ outcome }) => outcome.type)).toEqual(["answered", "refused"]);
  });
});

test("two providers give their answers different ids", async () => {
  await using first = await startProvider({ windowTokens: 1000 });
  await using second = await startProvider({ windowTokens: 1000 });
  const ids: string[] = [];
  for (const provider of [first, second, first, second])
    ids.push((await chat(provider, [user("Hello")])).id);
  expect(new Set(ids).size).toBe(4);
});

test("silent truncation removes the oldest messages, except system messages and the newest one", async () => {
  await using provider = await startProvider({ windowTokens: 40, overflow: "truncate" });
  const system = { role: "system", content: "Be brief." };
  const messages = [system, ...["one", "two", "three"].map((each) => user(`${each} `.repeat(12)))];
  const { usage } = await chat(provider, messages);
  const [request] = provider.requests();
  expect(request).toMatchObject({ truncatedMessages: 2, outcome: { type: "answered" } });
  expect(request?.messages.map(({ parts }) => parts[0])).toMatchObject([
    { text: "Be brief." },
    { text: "three ".repeat(12) },
  ]);
  expect(usage.prompt_tokens).toBe(request?.inputTokens);
  expect(usage.prompt_tokens).toBeLessThanOrEqual(40);
  expect((await chat(provider, [user("word ".repeat(100))])).usage.prompt_tokens).toBe(40);
});

describe("the script", () => {
  test("a function can delay an answer until something else has happened", async () => {
    const order: string[] = [];
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<string>();
    await using provider = await startProvider({
      windowTokens: 1_000,
      script: async (request) => {
        order.push(`arrived ${request.index}`);
        arrived.resolve();
        return released.promise;
      },
    });
    const asking = chat(provider, [user("Hi")]).then(() => order.push("answered"));
    await arrived.promise;
    expect(provider.requests()[0]?.outcome).toEqual({ type: "pending" });
    order.push("released");
    released.resolve("Now.");
    await asking;
    expect(order).toEqual(["arrived 0", "released", "answered"]);
  });

  test("a rejected request uses no step, and a request without a step fails", async () => {
    await using provider = await startProvider({ windowTokens: 20, script: ["Only."] });
    await chat(provider, [user("word ".repeat(50))]);
    await chat(provider, [user("Hi")]);
    await chat(provider, [user("Hi")]);
    expect(provider.requests().map(({ outcome }) => outcome)).toMatchObject([
      { type: "refused", rule: "openai-chat/context-window" },
      { type: "answered" },
      {
        type: "refused",
        rule: "provider-sim/script",
        message: expect.stringContaining("1 steps") as string,
      },
    ]);
  });

  test("the error of a function that throws is sent to the client", async () => {
    await using provider = await startProvider({
      windowTokens: 1_000,
      script: () => {
        throw new Error("no idea");
      },
    });
    expect(await chat(provider, [user("Hi")])).toEqual({
      error: { message: "provider-sim: no idea" },
    });
  });

  test("a function that returns no step fails the request", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: () => 5 as never });
    expect(await chat(provider, [user("Hi")])).toEqual({
      error: {
        message: expect.stringContaining("step is invalid: ✖ expected a string, or") as string,
      },
    });
  });

  test("is parsed from JSON, and an invalid step is named", () => {
    expect(parseScript(["Hi", { type: "failure", failure: "stall" }])).toEqual([
      { type: "answer", text: "Hi" },
      { type: "failure", failure: "stall" },
    ]);
    const read = (json: unknown): string => {
      try {
        parseScript(json);
        return "";
      } catch (error) {
        return isCutpointError(error, "invalid-input") ? error.message : "another error";
      }
    };
    expect(read({})).toMatch(/expected array/);
    expect(read([{ type: "answer", txt: "Hi" }])).toMatch(/"txt"[^]*\[0\]/);
    expect(read(["Hi", { type: "failure", failure: "fire" }])).toMatch(/"stall"[^]*\[1\].failure/);
  });
});

test.each([
  [undefined, "options is undefined: expected an object with windowTokens"],
  [{}, "windowTokens is undefined: expected 1 or more tokens, or a function"],
  [{ windowTokens: "10" }, 'windowTokens is "10"'],
  [{ windowTokens: 0 }, "windowTokens is 0"],
  [{ windowTokens: 1.5 }, "windowTokens is 1.5"],
  [{ windowTokens: 10, maxBytes: -1 }, "maxBytes is -1"],
  [{ windowTokens: 10, minCachedTokens: -1 }, "minCachedTokens is -1"],
  [{ windowTokens: 10, port: 0.5 }, "port is 0.5"],
  [{ windowTokens: 10, port: 99_999 }, "port is 99999: expected a whole number from 0 to 65535"],
  [{ windowTokens: 10, overflow: "x" }, 'overflow is "x": expected one of refuse'],
  [{ windowTokens: 10, script: "Hello." }, "script is invalid"],
  [{ windowTokens: 10, script: ["Hi", 5] }, "expected a string, or an object with the type"],
  [{ windowTokens: 10, estimator: {} }, "estimator is {}: expected a TokenEstimator"],
  [{ windowTokens: 10, now: 5 }, "now is 5: expected a function"],
  [{ windowTokens: 10, onRequest: 5 }, "onRequest is 5: expected a function"],
])("options are checked: %j", async (options, message) => {
  await expect(startProvider(options as never)).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining(message) as string,
  });
});

test("a port in use is named in the error", async () => {
  await using first = await startProvider({ windowTokens: 10 });
  const port = Number(new URL(first.url).port);
  await expect(startProvider({ windowTokens: 10, port })).rejects.toMatchObject({
    code: "invalid-input",
    message: `port is ${port}: expected a free port`,
  });
});

test("an unknown path returns the vendor's error", async () => {
  await using provider = await startProvider({ windowTokens: 10 });
  const [unknown, get, other] = await Promise.all([
    fetch(`${provider.url}/v1/embeddings`, { method: "POST" }),
    fetch(`${provider.url}/v1/responses`),
    fetch(`${provider.url}/v1/messages/batches`, { method: "POST" }),
  ]);
  expect(await unknown.json()).toMatchObject({
    error: { message: "Invalid URL (POST /v1/embeddings)" },
  });
  expect(get.status).toBe(404);
  expect(await other.json()).toMatchObject({ error: { type: "not_found_error" } });
  expect(provider.requests().map(({ endpoint }) => endpoint)).toEqual([null, null, null]);
});

test("paths without /v1 work too, and authorization is not checked", async () => {
  await using provider = await startProvider({ windowTokens: 100 });
  const answer = await fetch(`${provider.url}/chat/completions?beta=true`, {
    method: "POST",
    headers: { authorization: "Bearer nonsense" },
    body: JSON.stringify({ model: "gpt", messages: [user("Hi")], unheard_of: true }),
  });
  expect(answer.status).toBe(200);
});

test("at most maxBytes of a large body are kept", async () => {
  const chunk = Buffer.alloc(65_536, "x");
  async function* endless(): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < 20_000; sent += 1) yield Promise.resolve(chunk);
  }
  const body = await readBody(endless(), 1_000_000);
  expect(body).toEqual({ bytes: 20_000 * 65_536, text: "" });
});
