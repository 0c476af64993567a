import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { knownModelsSource } from "./known-models.ts";

const path = join(import.meta.dirname, "../../../packages/core/src/tokens/known-models.ts");
writeFileSync(path, knownModelsSource());
console.log("written: packages/core/src/tokens/known-models.ts (format it with pnpm format)");
