export {
  createTiktokenEstimator,
  type TiktokenEncoding,
  type TiktokenEstimator,
  type TiktokenEstimatorOptions,
} from "./tiktoken-estimator.ts";
