import { AGENT_STATEMENTS } from "./agent-statements.ts";
import { BRANCH_STATEMENTS } from "./branch-statements.ts";
import { FAILURE_STATEMENTS } from "./failure-statements.ts";
import { MODULE_STATEMENTS } from "./module-statements.ts";
import { PROGRESSION_STATEMENTS } from "./progression-statements.ts";
import { TIMELINE_STATEMENTS } from "./timeline-statements.ts";
import type { Statements } from "./traceability-page.ts";

/** The documents whose statements have ids, and the failures. */
export const DOCUMENTS: readonly Statements[] = [
  { title: "`timeline-compaction-v2.md`", statements: TIMELINE_STATEMENTS },
  { title: "`agent-compaction.md`", statements: AGENT_STATEMENTS },
  { title: "`compaction-module.md`", statements: MODULE_STATEMENTS },
  { title: "`context-progression.md`", statements: PROGRESSION_STATEMENTS },
  { title: "`compaction-and-branch-summaries.md`", statements: BRANCH_STATEMENTS },
  { title: "Failures seen in the field", statements: FAILURE_STATEMENTS },
];
