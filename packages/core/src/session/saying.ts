import type { FitOptions } from "../compactor/create-compactor.ts";
import { newestSaid } from "../model/item.ts";
import type { Message } from "../model/message.ts";
import { goesOnFrom, type Standing, standingOf, withMessages } from "./advance.ts";
import { messageEntries } from "./message-entries.ts";
import type { SessionParts } from "./parts.ts";
import type { Retention } from "./retention.ts";
import type { Session } from "./session.ts";

type Saying = Pick<Session, "append" | "endTurn"> & {
  /** To be called whenever a view is given that a request is about to be built from. */
  readonly requested: (options: FitOptions) => void;
};

/** The verbs that write what is said. */
export function saying(
  parts: SessionParts,
  retention: Pick<Retention, "before" | "letGo">,
): Saying {
  const { link, open, writer } = parts;
  /** What was shown when a request was last built: the usage of an answer to another view measures nothing. */
  let requestedWith: Standing | undefined;
  let announced: readonly Message[] = [];

  async function append(
    messages: readonly Message[],
    { turnId }: { readonly turnId?: string } = {},
  ): Promise<readonly string[]> {
    const { history } = open();
    const isStale = requestedWith !== undefined && !goesOnFrom(history, requestedWith);
    const entries = messageEntries(messages, { turnId, isStale, link });
    const before = retention.before(messages, turnId);
    await writer.write(({ head }) => entries.after(head), withMessages, before);
    return entries.ids;
  }

  return {
    append,
    async endTurn(messages = [], options = {}) {
      const turnId = options.turnId ?? newestSaid(open().history.items)?.turnId;
      const stored = announced;
      const ids = await append([...stored, ...messages], turnId === undefined ? {} : { turnId });
      if (announced === stored) announced = [];
      await writer.write(() => null, "reload", retention.letGo);
      return ids.slice(stored.length);
    },
    requested({ announce = [] }) {
      requestedWith = standingOf(writer.state().history);
      announced = announce;
    },
  };
}
