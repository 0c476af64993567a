import { expect, test } from "vitest";
import { hostVersions } from "../src/host-versions.ts";

const adapter = { peerDependencies: { "@host/core": ">=0.18.0 <1", extra: "^2.1.0" } };
const installed = (name: string): string =>
  ({ "@host/core": "0.20.0", "@host/vendor": "0.20.0", "@host/tool": "3.0.0", zod: "4.6.7" })[
    name
  ] ?? "";

test("packages that are released together share a lower bound, and other packages keep their version", () => {
  const dependencies = {
    "@cutpoint/adapter-host": "workspace:^",
    "@host/core": "catalog:",
    "@host/vendor": "catalog:",
    zod: "catalog:",
  };
  expect(hostVersions(adapter, { dependencies }, installed)).toEqual({
    oldest: {
      "@host/core": "0.18.0",
      "@host/vendor": "0.18.0",
      zod: "4.6.7",
    },
    newest: {
      "@host/core": "0.20.0",
      "@host/vendor": "0.20.0",
      zod: "4.6.7",
    },
  });
});

test("the oldest version of a host package with its own releases is unknown", () => {
  const dependencies = { "@host/core": "catalog:", "@host/tool": "catalog:" };
  expect(hostVersions(adapter, { dependencies }, installed)).toEqual({
    oldest: null,
    newest: { "@host/core": "0.20.0", "@host/tool": "3.0.0" },
  });
});

test("the oldest version of a package that the adapter also tests under an alias is that one", () => {
  const dependencies = { "@host/core": "catalog:", "@host/tool": "catalog:" };
  const older = { "@host/core": "0.18.5", "@host/tool": "2.1.0" };
  expect(hostVersions(adapter, { dependencies }, installed, older)).toEqual({
    oldest: { "@host/core": "0.18.5", "@host/tool": "2.1.0" },
    newest: { "@host/core": "0.20.0", "@host/tool": "3.0.0" },
  });
});

test("a range without a lower bound throws", () => {
  expect(() =>
    hostVersions({ peerDependencies: { zod: "*" } }, { dependencies: { zod: "4" } }, installed),
  ).toThrow(/the range \* has no lower bound/);
});
