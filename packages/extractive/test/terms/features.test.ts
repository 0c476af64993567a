import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { FEATURE_NAMES, featuresIn } from "../../src/terms/reuse.ts";
import { indexTerms } from "../../src/terms/terms.ts";
import { said } from "../support/lines.ts";

const index = runAtOnce(
  indexTerms(
    [
      said(0, "user", "mend harbourPump and tidalGate"),
      said(1, "result", "const printedOnce = 7"),
      {
        ...said(2, "change", "const harbourPump = 8"),
        source: { label: "", message: 2, path: "a.ts" },
      },
      said(3, "user", "then open tidalGate"),
      said(12, "arguments", "read src/pump.ts beside tidalGate"),
      said(19, "result", "tidalGate"),
    ],
    { messages: 20 },
  ),
);

/** Returns the features of a term that are not 0, rounded. */
function featuresOf(name: string): string {
  const term = index.terms.find((each) => each.name === name);
  if (term === undefined) throw new Error(name);
  const values = featuresIn(index)(term);
  return FEATURE_NAMES.flatMap((feature, place) => {
    const value = Math.round((values[place] ?? 0) * 1_000) / 1_000;
    return value === 0 ? [] : [`${feature}=${value}`];
  }).join(" ");
}

test.each([
  [
    "harbourPump",
    "one=1 long=0.275 messages=0.693 everywhere=0.1 user=0.693 change=0.693 now=0.014 lately=0.346 before=0.767 late=0.1 changeNow=0.014 changeLately=0.346 alone=1 affinity=0.263 uses=0.693 gap=1.099 rate=0.667",
  ],
  [
    "tidalGate",
    "one=1 long=0.225 messages=1.386 everywhere=0.2 user=1.099 arguments=0.693 result=0.693 now=1 lately=1 before=1 late=0.95 argumentsNow=0.174 argumentsLately=0.646 alone=1 affinity=0.419 uses=0.693 gap=2.303 rate=0.2 request=1 sinceRequest=1",
  ],
  [
    "printedOnce",
    "one=1 long=0.275 everywhere=0.05 result=0.693 onlyResult=1 onceInResult=1 now=0.011 lately=0.325 before=0.755 late=0.05 alone=1 onceLately=0.325 rate=1",
  ],
  [
    "src/pump.ts",
    "one=1 long=0.275 everywhere=0.05 arguments=0.693 now=0.174 lately=0.646 before=0.896 late=0.6 argumentsNow=0.174 argumentsLately=0.646 alone=0.5 affinity=0.399 onceLately=0.646 onceAffinity=0.399 uses=0.693 rate=1 sinceRequest=1",
  ],
])("the features of %j", (name, features) => {
  expect(featuresOf(name)).toBe(features);
});
