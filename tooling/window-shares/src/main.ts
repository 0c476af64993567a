import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { transcriptsIn } from "../../fit-digest/src/projects.ts";
import { type Mean, measureAll } from "./measure-all.ts";
import { sharesName } from "./shares.ts";

const directory = process.env["CUTPOINT_TRANSCRIPTS"];
if (directory === undefined)
  console.log("skipped: CUTPOINT_TRANSCRIPTS is not set to a folder of transcripts");
else {
  await using estimator = await createTiktokenEstimator();
  const means = await measureAll(await transcriptsIn(directory), estimator, (mean) =>
    console.error(lineOf(mean)),
  );
  console.log(JSON.stringify(means, null, 2));
}

function lineOf({ group, windowTokens, shares, isGrowing, viewTokens, ...kept }: Mean): string {
  const name = shares === null ? "default" : sharesName(shares);
  const way = isGrowing ? "growing" : "once";
  const percent = (share: number | null): string =>
    share === null ? "-" : (share * 100).toFixed(1);
  const { quality, far, evidence } = kept;
  const values = `Q ${percent(quality)}, far ${percent(far)}, evidence ${percent(evidence)}`;
  return `${group}, ${windowTokens} tokens, ${name}, ${way}: ${values}, ${viewTokens} tokens`;
}
