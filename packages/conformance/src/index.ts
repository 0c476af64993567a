export type { ConformanceCase } from "./conformance-case.ts";
export { storeCases } from "./store-cases.ts";
export type { StoreCase, StorePlace, StoreRig } from "./store/rig.ts";
