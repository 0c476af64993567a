import { expect, test } from "vitest";
import { storeCases } from "../../src/store-cases.ts";
import { fileRig } from "../support/file-store.ts";

test("a case with another process names what its rig lacks", async () => {
  const rig = fileRig("durable");
  const place = await rig.create();
  const bare = {
    open: () => place.open(),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
  const found = storeCases.find(({ id }) => id === "processes-in-turn");
  await expect(found?.run({ ...rig, create: async () => bare })).rejects.toThrow(
    /^`processEntry` is missing: expected how another process opens the location/u,
  );
});
