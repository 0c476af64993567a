import { writeFileSync } from "node:fs";
import { plots } from "./plots.ts";

const images = new URL("../../../docs/images/", import.meta.url);

for (const [file, svg] of plots()) {
  writeFileSync(new URL(file, images), svg);
  console.log(`wrote docs/images/${file}`);
}
