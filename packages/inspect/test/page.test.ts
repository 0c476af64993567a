import { toolMessage, userMessage, assistantMessage } from "@cutpoint/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspectPage } from "../src/index.ts";
import { BROWSER, launchBrowser, type PageOpener } from "./support/browser.ts";
import { generatedSession } from "./support/generated-session.ts";

describe.skipIf(BROWSER === null)("the page in a browser", () => {
  let opener: PageOpener;
  beforeAll(async () => {
    opener = await launchBrowser();
  });
  afterAll(async () => {
    await opener[Symbol.asyncDispose]();
  });

  /** Pages of generated sessions. */
  const pages = new Map<string, string>();

  async function open(messages: number, compactions?: number): Promise<Page> {
    const size = { messages, ...(compactions === undefined ? {} : { compactions }) };
    const key = JSON.stringify(size);
    const html = pages.get(key) ?? (await inspectPage(generatedSession(size)));
    pages.set(key, html);
    return (await opener.open(html)).page;
  }

  async function openTab(page: Page, name: string): Promise<void> {
    await page.getByRole("tab", { name, exact: true }).click();
  }

  test.each([10, 400])("opens %i messages and creates few rows", async (messages) => {
    expect(await opening(messages)).toEqual(opened(messages));
  });

  test.each([4_000, 20_000])("opens %i messages", { tags: ["long"] }, async (messages) => {
    expect(await opening(messages)).toEqual(opened(messages));
  });

  async function opening(messages: number): Promise<object> {
    const session = generatedSession({ messages, compactions: messages > 10 ? 2 : 0 });
    const { complaints, page, requests } = await opener.open(await inspectPage(session));
    const header = await page.locator("header").first().innerText();
    await openTab(page, "Messages");
    const row = page.getByRole("listbox", { name: "Messages" }).getByRole("option");
    return {
      size: /([\d,]+) messages/u.exec(header)?.[1],
      listSize: await row.first().getAttribute("aria-setsize"),
      createsFewRows: (await row.count()) < 60,
      complaints,
      requests,
    };
  }

  function opened(messages: number): object {
    return {
      size: new Intl.NumberFormat("en").format(messages),
      listSize: String(messages),
      createsFewRows: true,
      complaints: [],
      requests: [],
    };
  }

  test("leads from a sentence of a summary to its source, and marks what was invented", async () => {
    const page = await open(400);
    const after = page.getByRole("region", { name: "After" });
    expect(await after.locator("mark.invented").allInnerTexts()).toEqual(["⚠ quay_9931_final"]);
    await after.getByRole("button", { name: /is 2148 now/u }).click();
    const source = page.locator(".source");
    expect(await source.innerText()).toContain("tide_31_level is 2148 now");
    await source.getByRole("button", { name: "Open message 193" }).click();
    const detail = page.getByRole("region", { name: "Selected message" });
    expect(await detail.innerText()).toContain("Done: tide_31_level is 2148 now.");
  });

  test("switches between compactions and between results", async () => {
    const page = await open(800, 2);
    const before = page.getByRole("listbox", { name: "Messages before the compaction" });
    const size = async () => before.getByRole("option").first().getAttribute("aria-setsize");
    const newest = await size();
    await page.getByRole("combobox", { name: "Compaction" }).selectOption("0");
    expect(await size()).not.toBe(newest);
    const after = page.getByRole("region", { name: "After" });
    expect(await after.innerText()).toContain("quay_9931_final");
    await page.getByRole("button", { name: /^Cutpoint, same budget/u }).click();
    expect(await after.innerText()).toContain("The conversation history before this point");
    await page.getByRole("button", { name: "✂2" }).click();
    expect(await size()).toBe(newest);
  });

  test("shows for each result what was needed and repeated afterwards", async () => {
    const page = await open(400);
    const cost = page.getByRole("region", { name: "What it cost" });
    const text = await cost.innerText();
    expect(text).toContain("keeps 0 of 2 exact texts that the assistant used afterwards");
    expect(text).toContain("berth_25_id");
    await cost.getByRole("button", { name: /read_file src\/harbour.ts/u }).click();
    const detail = page.getByRole("region", { name: "Selected message" });
    expect(await detail.innerText()).toContain("→ read_file");
  });

  test("selects messages on the strip by mouse and keyboard", async () => {
    const page = await open(400);
    const strip = page.getByRole("slider", { name: "Messages of the session" });
    const box = await strip.boundingBox();
    await strip.click({ position: { x: (box?.width ?? 0) / 2 + 1, y: 20 } });
    expect(await strip.getAttribute("aria-valuenow")).toBe("201");
    expect(await page.locator(".detail").innerText()).toContain("message 201");
    await strip.focus();
    await page.keyboard.press("ArrowRight");
    expect(await strip.getAttribute("aria-valuenow")).toBe("202");
    await page.keyboard.press("End");
    expect(await strip.getAttribute("aria-valuetext")).toMatch(/^Message 400: .*, visible$/u);
    await page.keyboard.press("Home");
    expect(await strip.getAttribute("aria-valuetext")).toBe(
      "Message 1: system, 11 tokens, visible",
    );
  });

  test("searches messages and moves through the results by keyboard", async () => {
    const page = await open(400);
    await openTab(page, "Messages");
    const list = page.getByRole("listbox", { name: "Messages" });
    await list.focus();
    await page.keyboard.press("/");
    await page.keyboard.type("TIDE_12_level");
    expect(await page.locator("output").innerText()).toBe("4 messages");
    await list.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("j");
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    expect(await chosen.getAttribute("aria-posinset")).toBe("2");
    expect(await list.getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
    expect(await page.locator(".detail").innerText()).toContain("tide_12_level");
  });

  test("keeps the selected row in view", async () => {
    const page = await open(400);
    await openTab(page, "Messages");
    await page.getByRole("listbox", { name: "Messages" }).focus();
    await page.keyboard.press("End");
    const last = page.getByRole("option", { selected: true });
    expect(await last.getAttribute("aria-posinset")).toBe("400");
    await expect.poll(async () => last.isVisible()).toBe(true);
  });

  test("shows where tokens go, down to single calls", async () => {
    const page = await open(400);
    await openTab(page, "Tokens");
    const map = page.getByRole("group", { name: "Where tokens go" });
    expect(await map.getByText(/^(?:read_file|bash|user text|assistant text) /u).count()).toBe(4);
    await map.getByRole("button", { name: /^src\/harbour\.ts/u }).click();
    const calls = page.getByRole("table", { name: "read_file: src/harbour.ts, 17 calls" });
    expect(await calls.getByRole("row").count()).toBe(18);
    const heaviest = page.getByRole("table", { name: "The heaviest 20 calls" });
    const tokens = await heaviest.locator("tbody td:nth-child(2)").allInnerTexts();
    expect(tokens.map(Number)).toEqual(tokens.map(Number).toSorted((a, b) => b - a));
    const repeated = page.getByRole("table", { name: /^Read or run more than once/u });
    await repeated
      .getByRole("button", { name: "bash npm test -- src/harbour.ts", exact: true })
      .click();
    expect(
      await page.getByRole("table", { name: /^bash: npm test -- src\/harbour\.ts, / }).count(),
    ).toBe(1);
    await heaviest.getByRole("button").first().click();
    expect(await page.locator(".detail").innerText()).toContain("■ tool");
  });

  test("shows all rows of a table, and all of a long text, if asked", async () => {
    const long = userMessage(`${"word ".repeat(6_000)}end`);
    const session = generatedSession({ messages: 800, last: [long] });
    const { page } = await opener.open(await inspectPage(session));
    await openTab(page, "Tokens");
    await page
      .getByRole("button", { name: /^src\/harbour\.ts/u })
      .first()
      .click();
    const calls = page.getByRole("table", { name: /^read_file: src\/harbour\.ts/u });
    expect(await calls.getByRole("row").count()).toBe(21);
    await page.getByRole("button", { name: "Show 14 more rows" }).first().click();
    expect(await calls.getByRole("row").count()).toBe(35);
    await page.getByRole("slider", { name: "Messages of the session" }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const detail = page.locator(".detail");
    expect(await detail.innerText()).not.toContain("end");
    await detail.getByRole("button", { name: "Show more: 10,003 characters are left" }).click();
    expect(await detail.innerText()).toMatch(/word end\s*$/u);
  });

  test("switches between the conversations of a session", async () => {
    const [main] = generatedSession({ messages: 400 }).threads;
    const [helper] = generatedSession({ messages: 12 }).threads;
    const session = generatedSession({ messages: 10 });
    const threads = [main!, { ...helper!, id: "helper", title: "A helper" }];
    const { page } = await opener.open(await inspectPage({ ...session, threads }));
    await page.getByRole("combobox", { name: "Conversation" }).selectOption("1");
    expect(await page.locator("header").first().innerText()).toContain("12 messages");
    await page.getByText("No request needed a compaction").waitFor();
    await openTab(page, "Request");
    expect(await page.getByRole("tabpanel").innerText()).toContain("All messages: 12 messages");
    await page.getByRole("combobox", { name: "Conversation" }).selectOption("0");
    expect(await page.locator("header").first().innerText()).toContain("400 messages");
  });

  test("shows the view as a provider receives it", async () => {
    const page = await open(400);
    await openTab(page, "Request");
    const request = page.getByRole("region", { name: "Request" });
    const chat = JSON.parse(await request.innerText()) as { messages: { role: string }[] };
    expect(chat.messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
    await page.getByRole("combobox", { name: "Format" }).selectOption("anthropic");
    expect(await request.innerText()).toContain('"type": "tool_result"');
  });

  test("compacts anew with other settings, without a request", async () => {
    const { complaints, page, requests } = await opener.open(
      await inspectPage(generatedSession({ messages: 400 })),
    );
    await openTab(page, "Try it");
    const verdict = page.getByRole("status", { name: "Result" });
    const tokens = async () =>
      Number(/^([\d,]+) tokens/u.exec(await verdict.innerText())?.[1]?.replaceAll(",", ""));
    await expect.poll(tokens).toBeGreaterThan(1_000);
    const normal = await tokens();
    const budget = page.getByRole("slider", { name: "Budget" });
    await budget.focus();
    await page.keyboard.press("Home");
    expect(await budget.getAttribute("aria-valuetext")).toMatch(/^2 % = \d+ tokens$/u);
    await expect.poll(tokens).toBeLessThan(normal / 4);
    await page.keyboard.press("End");
    await expect.poll(tokens).toBeGreaterThan(normal);
    const users = async () =>
      page
        .getByRole("region", { name: "Summary" })
        .getByText(/Step \d+: make/u)
        .count();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowLeft");
    await expect.poll(tokens).toBe(normal);
    const before = await users();
    await page.getByRole("slider", { name: "User text" }).fill("1");
    await expect.poll(users).toBeLessThan(before);
    await page.getByRole("combobox", { name: "Method" }).selectOption("keep-newest");
    await expect
      .poll(async () => page.getByRole("region", { name: "Summary" }).innerText())
      .toBe("No summary.");
    expect(await page.getByRole("slider", { name: "User text" }).count()).toBe(0);
    expect([complaints, requests]).toEqual([[], []]);
  });

  test("moves between tabs by keyboard", async () => {
    const page = await open(400);
    await page.getByRole("tab", { name: "Compactions" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tab", { name: "Messages" }).getAttribute("aria-selected")).toBe(
      "true",
    );
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Messages");
  });

  test.each(["light", "dark"] as const)("begins in the %s theme of the system", async (scheme) => {
    const html = await inspectPage(generatedSession({ messages: 10 }));
    const { page } = await opener.open(html, { colorScheme: scheme });
    const paper = async () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const colors = { light: "rgb(255, 255, 255)", dark: "rgb(18, 22, 27)" };
    expect(await paper()).toBe(colors[scheme]);
    await page.getByRole("button", { name: /Light|Dark/u }).click();
    expect(await paper()).toBe(colors[scheme === "light" ? "dark" : "light"]);
  });

  test("fits into a window of 1,000 pixels", { tags: ["long"] }, async () => {
    const html = await inspectPage(generatedSession({ messages: 400 }));
    const { page } = await opener.open(html, { viewport: { width: 1_000, height: 800 } });
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1_000);
    }
  });

  test("runs nothing that a message contains", async () => {
    const script = "</script><script>window.hacked = 1</script>";
    const image = '<img src="https://example.com/x.png" onerror="window.hacked = 1">';
    const escape = "\u001b]0;owned\u0007\u001b[2J\u202egnirts";
    const call = { callId: "c", name: `${image}${escape}`, arguments: `{"a":"${script}"` };
    const last = [
      userMessage(`${script}${image}${escape}<!--`),
      assistantMessage(script, [call]),
      toolMessage(call, "x".repeat(300_000)),
      assistantMessage("javascript:alert(1)"),
    ];
    const session = generatedSession({ messages: 60, last });
    const thread = session.threads[0]!;
    const html = await inspectPage(
      { ...session, threads: [{ ...thread, id: script, title: `${script}${image}` }] },
      { redact: false },
    );
    const { complaints, page, requests } = await opener.open(html);
    for (const tab of await page.getByRole("tab").all()) await tab.click();
    await openTab(page, "Messages");
    await page.getByRole("listbox", { name: "Messages" }).focus();
    await page.keyboard.press("End");
    for (const expected of ["javascript:alert(1)", "Show more", "→ <img", "</script><script>"]) {
      expect(await page.locator(".detail").innerText()).toContain(expected);
      await page.keyboard.press("ArrowUp");
    }
    expect(await page.title()).toContain(script);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("img").count()).toBe(0);
    expect([complaints, requests]).toEqual([[], []]);
  });

  test("may neither run another script nor load anything", async () => {
    const page = await open(10);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("script"), { textContent: "window.hacked = 1" }))`,
    );
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(
      await page.evaluate(`fetch("data:text/plain,x").then(() => "loaded", () => "blocked")`),
    ).toBe("blocked");
  });
});
