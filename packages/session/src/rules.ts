import { addRule, type Rule } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import { RULE_NOTE, type RuleNote } from "./log/notes.ts";
import type { Session } from "./session.ts";
import { unknownEntry } from "./store/errors.ts";

/** Creates `rules`, `addRule` and `removeRule`. */
export function createRuleMethods({
  currentLog,
  newEntryFields,
  writer,
}: SessionContext): Pick<Session, "rules" | "addRule" | "removeRule"> {
  const rules = (): readonly Rule[] => currentLog().index.rules();

  async function write(value: RuleNote): Promise<void> {
    await writer.write(({ index }) => {
      if (value.action === "add") addRule({ ...emptyState(), rules: index.rules() }, value.text);
      return [{ type: "note", ...newEntryFields(), kind: RULE_NOTE, value }];
    });
  }

  return {
    rules,
    async addRule(text) {
      currentLog();
      await write({ action: "add", text });
    },
    async removeRule(text) {
      if (!rules().some((rule) => rule.text === text))
        throw unknownEntry("text", text, "the text of a rule");
      await write({ action: "remove", text });
    },
  };
}
