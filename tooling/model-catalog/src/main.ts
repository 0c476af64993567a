import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { modelDataSource } from "./model-rows.ts";

const path = "packages/models/src/model-data.ts";
writeFileSync(join(import.meta.dirname, "../../..", path), modelDataSource());
console.log(`written: ${path}`);
