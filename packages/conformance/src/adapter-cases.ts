import { backgroundCases } from "./adapter/background-cases.ts";
import { compactToolCases } from "./adapter/compact-tool-cases.ts";
import { conversionCases } from "./adapter/conversion-cases.ts";
import { cutCases } from "./adapter/cut-cases.ts";
import { featureCases } from "./adapter/feature-cases.ts";
import { intakeCases } from "./adapter/intake-cases.ts";
import { overflowCases } from "./adapter/overflow-cases.ts";
import { recallCases } from "./adapter/recall-cases.ts";
import { recoveryCases } from "./adapter/recovery-cases.ts";
import type { AdapterCase } from "./adapter/rig.ts";
import { storageCases } from "./adapter/storage-cases.ts";
import { summaryCases } from "./adapter/summary-cases.ts";
import { thinkingCases } from "./adapter/thinking-cases.ts";
import { tamperCases } from "./adapter/tamper-cases.ts";

/** Cases for adapters, between a host's messages and a strict provider. */
export const adapterCases: readonly AdapterCase[] = [
  ...conversionCases,
  ...cutCases,
  ...overflowCases,
  ...recoveryCases,
  ...summaryCases,
  ...backgroundCases,
  ...thinkingCases,
  ...storageCases,
  ...tamperCases,
  ...featureCases,
  ...recallCases,
  ...intakeCases,
  ...compactToolCases,
];
