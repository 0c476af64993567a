import { writeFileSync } from "node:fs";
import { retentionPlots } from "./retention-plots.ts";

const images = new URL("../../../docs/images/", import.meta.url);

for (const [file, svg] of retentionPlots()) {
  writeFileSync(new URL(file, images), svg);
  console.log(`wrote docs/images/${file}`);
}
