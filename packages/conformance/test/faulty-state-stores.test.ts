import { AssertionError } from "node:assert";
import type { StateStore } from "@cutpoint/session/store";
import { describe, expect, test } from "vitest";
import { stateStoreCases } from "../src/state-store-cases.ts";
import type { StateStoreRig } from "../src/state-store/rig.ts";
import { describeStateStoreConformance } from "../src/vitest.ts";

type Texts = Map<string, { readonly text: string; readonly savedAt: number }>;

/** A state store in a map, whose content is also its only file. */
function storeIn(texts: Texts): StateStore {
  return {
    find: async (id) => texts.get(id)?.text ?? null,
    async save(id, text) {
      texts.set(id, { text, savedAt: Date.now() });
    },
    delete: async (id) => texts.delete(id),
    async *list() {
      for (const [conversationId, { savedAt }] of texts) yield { conversationId, savedAt };
    },
  };
}

function rigOf(fault: (store: StateStore, texts: Texts) => Partial<StateStore>): StateStoreRig {
  return {
    durable: true,
    async create() {
      const texts: Texts = new Map();
      return {
        async open() {
          const store = storeIn(texts);
          return { ...store, ...fault(store, texts) };
        },
        files: async () => [JSON.stringify([...texts])],
        async [Symbol.asyncDispose]() {},
      };
    },
  };
}

describeStateStoreConformance(
  "a state store without a fault",
  rigOf(() => ({})),
);

const faulty: readonly {
  readonly foundBy: string;
  readonly fault: string;
  readonly rig: StateStoreRig;
}[] = [
  {
    foundBy: "saved-text",
    fault: "cuts long texts",
    rig: rigOf((store) => ({ save: (id, text) => store.save(id, text.slice(0, 65_535)) })),
  },
  {
    foundBy: "saved-text",
    fault: "changes line breaks",
    rig: rigOf((store) => ({
      find: async (id) => (await store.find(id))?.replaceAll("\\r\\n", "\\n") ?? null,
    })),
  },
  {
    foundBy: "unknown-conversation",
    fault: "finds an empty text for an unknown conversation",
    rig: rigOf((store) => ({ find: async (id) => (await store.find(id)) ?? "" })),
  },
  {
    foundBy: "replaced-text",
    fault: "keeps the first text",
    rig: rigOf((store, texts) => ({
      save: async (id, text) => (texts.has(id) ? undefined : store.save(id, text)),
    })),
  },
  {
    foundBy: "replaced-text",
    fault: "keeps all texts",
    rig: rigOf((store, texts) => ({
      async save(id, text) {
        texts.set(`${id} ${texts.size}`, { text, savedAt: Date.now() });
        await store.save(id, text);
      },
    })),
  },
  {
    foundBy: "exact-ids",
    fault: "ignores the case of ids",
    rig: rigOf((store) => ({
      find: (id) => store.find(id.toLowerCase()),
      save: (id, text) => store.save(id.toLowerCase(), text),
    })),
  },
  {
    foundBy: "exact-ids",
    fault: "cuts long ids",
    rig: rigOf((store) => ({
      find: (id) => store.find(id.slice(0, 255)),
      save: (id, text) => store.save(id.slice(0, 255), text),
    })),
  },
  {
    foundBy: "deleted-text",
    fault: "always returns true",
    rig: rigOf((store) => ({ delete: async (id) => (await store.delete(id)) || true })),
  },
  {
    foundBy: "deleted-text",
    fault: "deletes all conversations",
    rig: rigOf((_store, texts) => ({
      async delete(id) {
        const isThere = texts.has(id);
        texts.clear();
        return isThere;
      },
    })),
  },
  {
    foundBy: "deleted-everywhere",
    fault: "keeps a backup",
    rig: rigOf((store, texts) => ({
      async delete(id) {
        const text = (await store.find(id)) ?? "";
        const isDeleted = await store.delete(id);
        if (isDeleted) texts.set("backup", { text, savedAt: 0 });
        return isDeleted;
      },
    })),
  },
  {
    foundBy: "time-of-save",
    fault: "has the time in seconds",
    rig: rigOf((store) => ({
      async *list() {
        for await (const { savedAt, ...rest } of store.list())
          yield { ...rest, savedAt: Math.floor(savedAt / 1000) };
      },
    })),
  },
  {
    foundBy: "saves-at-once",
    fault: "writes a text in two steps",
    rig: rigOf((_store, texts) => ({
      async save(id, text) {
        const half = text.length / 2;
        const append = (piece: string): void =>
          void texts.set(id, { text: (texts.get(id)?.text ?? "") + piece, savedAt: Date.now() });
        texts.delete(id);
        append(text.slice(0, half));
        await Promise.resolve();
        append(text.slice(half));
      },
    })),
  },
  {
    foundBy: "another-handle",
    fault: "remembers what it has found",
    rig: rigOf((store) => {
      const known = new Map<string, string | null>();
      return {
        find: async (id) => known.get(id) ?? store.find(id),
        async save(id, text) {
          known.set(id, text);
          await store.save(id, text);
        },
      };
    }),
  },
];

describe("every case can fail", () => {
  test.each(stateStoreCases.map(({ id }) => id))("a faulty state store fails %s", (id) => {
    expect(faulty.filter(({ foundBy }) => foundBy === id)).not.toEqual([]);
  });

  test.each(faulty)("$foundBy fails for a store that $fault", async ({ foundBy, rig }) => {
    const found = stateStoreCases.find(({ id }) => id === foundBy);
    await expect(found?.run(rig)).rejects.toThrow(AssertionError);
  });
});
