import type { FitOptions, View, ViewWarning } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { openSession, readPath, type Session, type SessionOptions } from "@cutpoint/session";
import { BaseListChatMessageHistory } from "@langchain/core/chat_history";
import type { BaseMessage } from "@langchain/core/messages";
import { fromLangChainMessage, toLangChainMessage } from "../message/convert.ts";
import { type ModelFacts, modelFacts } from "../model-facts.ts";
import { type CompactionOptions, withOfflineFallback } from "@cutpoint/host-kit";

export type ChatHistoryOptions = Omit<SessionOptions, "summarizer"> &
  Pick<CompactionOptions, "summarizer"> & {
    /** The chat model that will answer. Its profile names the window if the policy does not. */
    readonly model?: unknown;
    /**
     * Other content of the request: the chain's system text and its tools. `signal` aborts a compaction together with the
     * turn that this history was created for.
     */
    readonly request?: Pick<FitOptions, "system" | "tools" | "signal">;
    /** Called for each warning, for example a call without a result. Errors that it throws are ignored. */
    readonly onWarning?: (warning: ViewWarning) => void;
  };

/**
 * A chat history over any store of Cutpoint. The store keeps all messages; a read returns a view that fits the window.
 *
 * Create one for each turn, with a factory such as
 * `(sessionId) => new CompactingChatMessageHistory({ store, sessionId })`. `RunnableWithMessageHistory` reads twice in a turn and stores the difference as new messages, so the view does
 * not change until the next `addMessages`. Any number of histories may write to one session.
 */
export class CompactingChatMessageHistory extends BaseListChatMessageHistory {
  lc_namespace: string[] = ["cutpoint", "chat_history"];
  readonly #options: ChatHistoryOptions;
  readonly #facts: ModelFacts;
  #session: Promise<Session> | null = null;
  #view: Promise<View> | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: ChatHistoryOptions) {
    super();
    if (typeof options?.sessionId !== "string")
      throw invalidInput("sessionId", options?.sessionId, "expected a non-empty string");
    this.#options = options;
    this.#facts = modelFacts(options.model);
  }

  /** Returns the session of this history, for example to pin, search or revert. */
  async session(): Promise<Session> {
    this.#session ??= this.#open();
    return this.#session;
  }

  /**
   * Returns the messages to send and compacts first if needed.
   *
   * Each call returns new objects. Their content changes only after new messages are added. If a compaction fails, the
   * view is unchanged and `onEvent` receives `failed`.
   */
  async getMessages(): Promise<BaseMessage[]> {
    this.#view ??= this.#fit();
    const { messages } = await this.#view;
    return messages.map((message) => toLangChainMessage(message));
  }

  /** Returns all messages of the session, uncompacted. */
  async getFullHistory(): Promise<BaseMessage[]> {
    await this.#writing;
    const { store, sessionId } = this.#options;
    const newestFirst = await Array.fromAsync(readPath(store, sessionId));
    return newestFirst
      .toReversed()
      .flatMap((entry) => (entry.type === "message" ? [toLangChainMessage(entry.message)] : []));
  }

  async addMessage(message: BaseMessage): Promise<void> {
    await this.addMessages([message]);
  }

  /** Stores all of the messages or none. Calls run in order, and nothing is compacted. */
  override async addMessages(messages: BaseMessage[]): Promise<void> {
    const converted = messages.map((message) => fromLangChainMessage(message));
    await this.#enqueue(async () => {
      const session = await this.session();
      await session.append(converted);
      this.#view = null;
    });
  }

  /** Deletes the session and its messages from the store. */
  override async clear(): Promise<void> {
    await this.#enqueue(async () => {
      const session = this.#session;
      this.#session = null;
      this.#view = null;
      if (session !== null) await (await session)[Symbol.asyncDispose]();
      await this.#options.store.delete(this.#options.sessionId);
    });
  }

  async #open(): Promise<Session> {
    try {
      const { summarizer, ...options } = this.#options;
      return await openSession({ ...options, summarizer: withOfflineFallback(summarizer) });
    } catch (error) {
      this.#session = null;
      throw error;
    }
  }

  async #fit(): Promise<View> {
    try {
      await this.#writing;
      const session = await this.session();
      const { view, warnings } = await session.fit({ ...this.#facts, ...this.#options.request });
      warnings.forEach((warning) => this.#warn(warning));
      return view;
    } catch (error) {
      this.#view = null;
      throw error;
    }
  }

  #warn(warning: ViewWarning): void {
    try {
      this.#options.onWarning?.(warning);
    } catch {
      return;
    }
  }

  /** Runs one write after another, in the order of the calls. */
  async #enqueue(write: () => Promise<void>): Promise<void> {
    const before = this.#writing;
    const now = before.then(write);
    this.#writing = now.catch(() => undefined);
    await now;
  }
}
