import type { Attributes } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { createTelemetryListener, type TelemetryListener } from "../../src/index.ts";

type Point = { readonly attributes: Attributes; readonly value: number };

/** A listener with the SDK of OpenTelemetry, which exports to memory. */
export type Telemetry = AsyncDisposable & {
  readonly onEvent: TelemetryListener;
  readonly tracers: TracerProvider;
  spans(): readonly ReadableSpan[];
  /** Returns the points of a metric. The value of a histogram is its count. */
  points(metric: string): Promise<readonly Point[]>;
};

/** Longer than a test. `points` collects. */
const INTERVAL_MS = 3_600_000;

export function createTelemetry(): Telemetry {
  const exporter = new InMemorySpanExporter();
  const tracers = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: INTERVAL_MS,
  });
  const meters = new MeterProvider({ readers: [reader] });
  return {
    onEvent: createTelemetryListener({
      tracer: tracers.getTracer("test"),
      meter: meters.getMeter("test"),
    }),
    tracers,
    spans: () => exporter.getFinishedSpans(),
    async points(metric) {
      await meters.forceFlush();
      const newest = metricExporter.getMetrics().at(-1)?.scopeMetrics ?? [];
      const all = newest.flatMap(({ metrics }) => metrics);
      const found = all.find(({ descriptor }) => descriptor.name === metric);
      return (found?.dataPoints ?? []).map(({ attributes, value }) => ({
        attributes,
        value: typeof value === "number" ? value : (value.count ?? 0),
      }));
    },
    async [Symbol.asyncDispose]() {
      await meters.shutdown();
      await tracers.shutdown();
    },
  };
}
