import type { AdapterRig, AdapterSetup } from "@cutpoint/conformance";
import type { Item, Message } from "@cutpoint/core";
import type OpenAI from "openai";

/** One request of a loop. */
export type Ask<Sent> = {
  readonly setting: AdapterSetup;
  readonly sent: readonly Sent[];
  readonly signal: AbortSignal;
  /** Called with each piece of text. If it is set, the answer is streamed. */
  readonly onText: ((piece: string) => void) | undefined;
};

export type Asked<Sent> = {
  readonly answer: readonly Sent[];
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[];
};

/** One of OpenAI's APIs, as an app uses it. */
export type Api<Sent> = Pick<AdapterRig, "samples" | "roundTrip"> & {
  readonly question: (text: string) => Sent;
  readonly result: (callId: string, output: string) => Sent;
  readonly ask: (client: OpenAI, ask: Ask<Sent>) => Promise<Asked<Sent>>;
  readonly itemsOf: (messages: readonly Sent[]) => readonly Item[];
  readonly written: (messages: readonly Message[]) => readonly Sent[];
};
