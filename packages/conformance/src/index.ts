export type { ConformanceCase } from "./conformance-case.ts";
export { estimatorCases } from "./estimator-cases.ts";
export type { EstimatorCase, EstimatorRig } from "./estimator/rig.ts";
export { storeCases } from "./store-cases.ts";
export type { StoreCase, StorePlace, StoreRig } from "./store/rig.ts";
