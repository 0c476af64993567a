import { createHash } from "node:crypto";
import {
  type AssistantMessage,
  createCharacterEstimator,
  type FitOptions,
  isCutpointError,
  type Message,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Session, SessionOptions } from "../src/session.ts";
import type { SessionStore } from "../src/store/contract.ts";
import { entriesOf, listener, open } from "./support/conversation.ts";
import { createTestStore } from "./support/store.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

const request: FitOptions = { model: "claude-opus-5-5", system: "Be brief.", tools: ["read"] };

/** What signed reasoning is made under: the request, and all that is before it without reasoning. */
function bindingOf({ model, system, tools }: FitOptions, messages: readonly Message[]): string {
  const before = messages.map(({ parts, role }) => [
    role,
    parts.filter((part) => part.type !== "reasoning"),
  ]);
  return createHash("sha256")
    .update(JSON.stringify([model, system, tools, before]))
    .digest("hex");
}

/** The signatures that are sent, each with whether it was made under what is before it. */
function signaturesOf(
  asked: FitOptions,
  messages: readonly Message[],
): readonly { readonly signature: string; readonly isValid: boolean }[] {
  return messages.flatMap((message, place) => {
    const parts: AssistantMessage["parts"] = message.parts;
    return parts.flatMap((part) => {
      if (part.type !== "reasoning" || part.signature === undefined) return [];
      const { signature } = part;
      return [{ signature, isValid: signature === bindingOf(asked, messages.slice(0, place)) }];
    });
  });
}

async function openAnew(
  store: SessionStore,
  options: Partial<SessionOptions> = {},
): Promise<Session> {
  return open(store, {
    policy: { windowTokens: 3_000 },
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    ...options,
  });
}

/** Asks a question and appends the answer, with reasoning that is signed for the view it was made under. */
async function ask(
  session: Session,
  asked: FitOptions = request,
  callId?: string,
): Promise<ReturnType<typeof signaturesOf>> {
  await session.append([userMessage(`a question ${"q".repeat(100)}`)]);
  const { view } = await session.fit(asked);
  const signature = bindingOf(asked, view.messages);
  const reasoning = { type: "reasoning", text: "I think.", signature } as const;
  const call = { type: "tool-call", callId: callId ?? "", name: "read", arguments: "{}" } as const;
  const said = callId === undefined ? ({ type: "text", text: "an answer" } as const) : call;
  await session.append([
    { role: "assistant", model: asked.model ?? "", parts: [reasoning, said] },
    ...(callId === undefined ? [] : [toolMessage({ callId, name: "read" }, "d".repeat(200))]),
  ]);
  return signaturesOf(asked, view.messages);
}

describe("signed reasoning of a model that binds it, in a session", () => {
  test("is sent until the request changes, also by a session that is opened again", async () => {
    const store = createTestStore();
    const session = await openAnew(store);
    for (let turn = 0; turn < 3; turn += 1) expect(await ask(session)).toHaveLength(turn);
    const again = await openAnew(store);
    expect(await ask(again)).toHaveLength(3);
    expect(await ask(again, { ...request, system: "Be long." })).toEqual([]);
    expect(await ask(await openAnew(store), request)).toEqual([]);
    const notes = (await entriesOf(store)).filter(({ type }) => type === "note");
    expect(notes).toHaveLength(3);
  });

  test("is left out of an answer to a view that changed while the answer was made", async () => {
    const session = await openAnew(createTestStore());
    const [first = ""] = await session.append([userMessage("first")]);
    const { view } = await session.fit(request);
    await session.hide(first, "hidden");
    session.view();
    const signature = bindingOf(request, view.messages);
    const reasoning = { type: "reasoning", text: "I think.", signature } as const;
    const text = { type: "text", text: "an answer" } as const;
    await session.append([{ role: "assistant", parts: [reasoning, text] }]);
    expect(signaturesOf(request, session.view().messages)).toEqual([]);
    expect(await ask(session)).toEqual([]);
    expect(await ask(session)).toMatchObject([{ isValid: true }]);
  });

  test("is dropped once if a provider refuses it, and the session remembers that", async () => {
    const store = createTestStore();
    const { events, onEvent } = listener();
    const session = await openAnew(store, { onEvent });
    const unknown = { ...request, model: "deployment-7" };
    for (let turn = 0; turn < 3; turn += 1) await ask(session, unknown);
    await session.append([userMessage("last")]);
    const error = { status: 400, message: "The block is bound to a different conversation." };
    const { outcome, retry, view } = await session.recover(error, unknown);
    expect({ outcome, retry }).toEqual({
      outcome: { type: "unchanged", why: "thinking-dropped" },
      retry: true,
    });
    expect(signaturesOf(unknown, view.messages)).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(["thinking-dropped"]);
    expect(await session.recover(error, unknown)).toMatchObject({
      retry: false,
      outcome: { why: "already-recovered" },
    });
    const again = await openAnew(store);
    expect(await ask(again, unknown)).toEqual([]);
    expect(await ask(again, unknown)).toMatchObject([{ isValid: true }]);
  });

  test("is never behind something else after compactions, hides, pins, pops, reverts and branches", async () => {
    const step = fc.record({
      action: fc.constantFrom(
        "ask",
        "ask",
        "ask",
        "call",
        "hide",
        "pin",
        "unpin",
        "pop",
        "revert",
        "navigate",
        "compact",
        "open",
      ),
      change: fc.integer({ min: 0, max: 9 }),
      place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    let sent = 0;
    const runs = cases(100);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const store = createTestStore();
        let session = await openAnew(store);
        const pins: string[] = [];
        for (const [turn, { action, change, place }] of steps.entries()) {
          const path = session.view().ids.filter((id) => id !== null);
          const id = path[Math.floor(place * path.length)];
          const entries = await entriesOf(store);
          const compaction = entries.findLast(({ type }) => type === "compaction");
          if (action === "hide" && id !== undefined) await session.hide(id, "hidden");
          else if (action === "pin" && id !== undefined) pins.push(await session.pin(id));
          else if (action === "unpin" && pins.length > 0)
            // The pin may be on another branch, or removed already.
            await session.unpin(pins.pop() ?? "").catch((error: unknown) => {
              if (!isCutpointError(error, "unknown-entry")) throw error;
            });
          else if (action === "pop") await session.pop();
          else if (action === "revert" && compaction !== undefined)
            await session.revert(compaction.id).catch(() => undefined);
          else if (action === "navigate" && id !== undefined) await session.navigate(id);
          else if (action === "compact") await session.compact({});
          else if (action === "open") session = await openAnew(store);
          const asked = change === 0 ? { ...request, tools: ["write"] } : request;
          const callId = action === "call" ? `call-${turn}` : undefined;
          const signatures = await ask(session, asked, callId);
          sent += signatures.length;
          expect(signatures.filter(({ isValid }) => !isValid)).toEqual([]);
        }
      }),
      runs,
    );
    expect(sent).toBeGreaterThan(3 * runs.numRuns);
  });
});
