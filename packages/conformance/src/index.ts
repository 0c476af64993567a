export { adapterCases } from "./adapter-cases.ts";
export type {
  AdapterCase,
  AdapterFacts,
  AdapterRig,
  AdapterSamples,
  AdapterSetup,
  AdapterTool,
  AdapterInstance,
  HostFeature,
  TurnResult,
} from "./adapter/rig.ts";
export type { ConformanceCase } from "./conformance-case.ts";
export { estimatorCases } from "./estimator-cases.ts";
export type { EstimatorCase, EstimatorRig } from "./estimator/rig.ts";
export { readerCases } from "./reader-cases.ts";
export type { ReaderCase, ReaderCounts, ReaderRig } from "./reader/rig.ts";
export { countLine, resultLines } from "./result-table.ts";
export type { CaseResult, ExpectedFailures, RunOptions } from "./run-cases.ts";
export { isAsExpected, runCases } from "./run-cases.ts";
export { stateStoreCases } from "./state-store-cases.ts";
export type { StateStoreCase, StateStoreLocation, StateStoreRig } from "./state-store/rig.ts";
export { storeCases } from "./store-cases.ts";
export type { CrashReport } from "./store/crash-rounds.ts";
export { crashRounds } from "./store/crash-rounds.ts";
export { eraseCases } from "./store/erase-cases.ts";
export { evictCases } from "./store/evict-cases.ts";
export type { ProcessEntry, StoreCase, StoreLocation, StoreRig } from "./store/rig.ts";
export { searchCases } from "./store/search-cases.ts";
export type { OtherProcess, ProcessTask } from "./store/start-process.ts";
export { startProcess } from "./store/start-process.ts";
export { summarizerCases } from "./summarizer-cases.ts";
export type { FakeModel, SummarizerCase, SummarizerRig } from "./summarizer/rig.ts";
export type { Subject } from "./subject.ts";
export { parseSubjects, runSubject } from "./subject.ts";
