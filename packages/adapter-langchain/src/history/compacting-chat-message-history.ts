import type { FitOptions, View, ViewWarning } from "@cutpoint/core";
import { openSession, type Session, type SessionOptions } from "@cutpoint/session";
import { BaseListChatMessageHistory } from "@langchain/core/chat_history";
import type { BaseMessage } from "@langchain/core/messages";
import { fromLangChainMessage, toLangChainMessage } from "../message/convert.ts";
import { type ModelFacts, modelFacts } from "../model-facts.ts";
import { readMessageEntries } from "./spoken-entries.ts";

export type ChatHistoryOptions = SessionOptions & {
  /** The chat model that will answer: its profile tells the window, where the policy does not. */
  readonly model?: unknown;
  /**
   * What goes over the wire beside the history, to be counted: the chain's system text, its tools; and the signal that
   * ends a compaction with the turn that this history was made for.
   */
  readonly request?: Pick<FitOptions, "system" | "tools" | "signal">;
  /** Told what a reader of the view may want to know, such as a call without a result. Must not throw. */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/**
 * A chat history over any of Cutpoint's stores: everything is kept as it was said, and what is read is a view that fits
 * the window.
 *
 * One handle serves one turn at a time, as `RunnableWithMessageHistory` reads twice in a turn and takes the difference
 * for news: the view stays what it was from the first read to the next `addMessages`. Give every turn a handle of its own,
 * which is what a factory like `(sessionId) => new CompactingChatMessageHistory({ store, sessionId })` does; any number
 * of them may write to one session.
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
    this.#options = options;
    this.#facts = modelFacts(options.model);
  }

  /** The session behind this history: to pin, to search, to revert. */
  async session(): Promise<Session> {
    this.#session ??= this.#open();
    return this.#session;
  }

  /**
   * What the model is to be sent, compacted first if that is due; the same until something is added. Fresh objects each
   * time. Where a compaction fails the view is what it was, and `onEvent` is told.
   */
  async getMessages(): Promise<BaseMessage[]> {
    this.#view ??= this.#fit();
    const { messages } = await this.#view;
    return messages.map((message) => toLangChainMessage(message));
  }

  /** Everything that was said, as it was said. */
  async getFullHistory(): Promise<BaseMessage[]> {
    await this.#writing;
    const { store, sessionId } = this.#options;
    const entries = await readMessageEntries(store, sessionId);
    return entries.map(({ message }) => toLangChainMessage(message));
  }

  async addMessage(message: BaseMessage): Promise<void> {
    await this.addMessages([message]);
  }

  /** Writes all of the messages or none, after what was added before; compacts nothing. */
  override async addMessages(messages: BaseMessage[]): Promise<void> {
    const adding = messages.map((message) => fromLangChainMessage(message));
    await this.#next(async () => {
      const session = await this.session();
      await session.append(adding);
      this.#view = null;
    });
  }

  /** Deletes the session from the store, what was said included. */
  override async clear(): Promise<void> {
    await this.#next(async () => {
      const session = this.#session;
      this.#session = null;
      this.#view = null;
      if (session !== null) await (await session)[Symbol.asyncDispose]();
      await this.#options.store.delete(this.#options.sessionId);
    });
  }

  async #open(): Promise<Session> {
    try {
      return await openSession(this.#options);
    } catch (error) {
      this.#session = null;
      throw error;
    }
  }

  async #fit(): Promise<View> {
    try {
      await this.#writing;
      const session = await this.session();
      const { request, onWarning } = this.#options;
      const { view } = await session.fit({ ...this.#facts, ...request });
      for (const warning of view.warnings) onWarning?.(warning);
      return view;
    } catch (error) {
      this.#view = null;
      throw error;
    }
  }

  /** Runs one write after another, in the order in which they were asked for. */
  async #next(write: () => Promise<void>): Promise<void> {
    const before = this.#writing;
    const now = before.then(write);
    this.#writing = now.catch(() => undefined);
    await now;
  }
}
