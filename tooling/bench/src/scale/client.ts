/** A conversation whose messages are numbered from 0. A turn has two messages. */
export type Conversation = {
  /** The number of stored messages. */
  readonly length: number;
  /**
   * Adds the messages `number` and `number + 1`, and calls `stored` when each is acknowledged. Returns the time of
   * `fit` in ms, or `null` if there is no such step.
   */
  turn(number: number, stored: (number: number) => void): Promise<number | null>;
  close(): Promise<void>;
};

/** One of the libraries under load. */
export type Client = AsyncDisposable & {
  /** Reads what is needed to continue a conversation. */
  open(sessionId: string): Promise<Conversation>;
  /** Adds messages at once, as a history that is already there. */
  fill(sessionId: string, count: number): Promise<void>;
  /**
   * Returns the numbers of all stored messages. `null` if a turn that is repeated after a kill changes the numbers, so
   * that they show neither a loss nor a double.
   */
  readonly numbers: ((sessionId: string) => Promise<readonly number[]>) | null;
};

export type ClientOptions = {
  readonly connectionString: string;
  readonly maxConnections: number;
  /** The window of the model. Cutpoint compacts before it is full. */
  readonly windowTokens: number;
};

export const CLIENT_NAMES = ["Cutpoint", "LangGraph PostgresSaver"] as const;

export type ClientName = (typeof CLIENT_NAMES)[number];

/** Bytes of the text of each message. */
export const MESSAGE_BYTES = 1400;

const WORDS =
  "the tests of this package pass three files were read and none was changed before review".split(
    " ",
  );

/** Returns a text of 1,400 bytes that begins with its number. Its words depend on the number only. */
export function numberedText(number: number): string {
  let text = `${number}`;
  for (let seed = number + 1; text.length < MESSAGE_BYTES; seed = (seed * 48_271) % 2_147_483_647)
    text += ` ${WORDS[seed % WORDS.length] ?? ""}${seed % 100}`;
  return text.slice(0, MESSAGE_BYTES);
}

export function numberOf(text: string): number {
  return Number.parseInt(text, 10);
}
