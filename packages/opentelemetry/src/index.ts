export type { TelemetryListener, TelemetryOptions } from "./telemetry-listener.ts";
export { createTelemetryListener } from "./telemetry-listener.ts";
