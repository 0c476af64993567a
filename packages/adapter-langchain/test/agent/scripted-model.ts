import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** A chat model that answers with a function and records its requests. */
export class ScriptedModel extends BaseChatModel {
  readonly sent: BaseMessage[][] = [];
  readonly model: string;
  readonly #answer: (messages: readonly BaseMessage[]) => string | AIMessage;
  readonly #windowTokens: number | undefined;

  constructor(
    options: {
      readonly answer?: (messages: readonly BaseMessage[]) => string | AIMessage;
      readonly windowTokens?: number;
    } = {},
  ) {
    super({ maxRetries: 0 });
    this.model = "scripted";
    this.#answer = options.answer ?? (() => "OK.");
    this.#windowTokens = options.windowTokens;
  }

  override get profile(): { maxInputTokens?: number } {
    return this.#windowTokens === undefined ? {} : { maxInputTokens: this.#windowTokens };
  }

  override bindTools(): this {
    return this;
  }

  _llmType(): string {
    return "scripted";
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.sent.push(messages);
    const answer = this.#answer(messages);
    const message = typeof answer === "string" ? new AIMessage(answer) : answer;
    return { generations: [{ text: message.text, message }] };
  }

  /** All words of the n-th request. */
  words(index: number): string {
    return (this.sent.at(index) ?? []).map(({ content }) => JSON.stringify(content)).join("\n");
  }
}
