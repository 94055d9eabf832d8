import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Telemetry } from 'bullmq';
import type { TracingSettings } from './config.ts';

/** Tracing functions of the process. Their modules are loaded only if tracing is enabled. */
interface Tracing {
  queues: Telemetry;
  /** Exports all buffered spans and shuts down. */
  shutdown(): Promise<void>;
}

let tracing: Tracing | undefined;

const scope = 'gossamer';
const stopTimeoutMs = 1_000;

/**
 * Starts tracing if a collector is configured. Exports spans as OTLP over HTTP; the exporter reads the OTEL_* variables
 * (opentelemetry.io/docs/specs/otel/protocol/exporter). Must be called before queues are opened.
 */
export async function startTracing(service: string, { isOn, keptShare }: TracingSettings): Promise<void> {
  if (!isOn) return;
  const { openTracing } = await import('./tracing/open-tracing.ts');
  tracing = openTracing(service, keptShare);
}

/** Exports buffered spans for at most one second, so that an unavailable collector does not delay the exit. */
export async function stopTracing(): Promise<void> {
  const stopping = tracing?.shutdown().catch(() => undefined);
  tracing = undefined;
  if (stopping) await Promise.race([stopping, sleep(stopTimeoutMs, undefined, { ref: false })]);
}

export const isTracing = (): boolean => tracing !== undefined;

/** Returns BullMQ's telemetry option, or an empty object if tracing is disabled. */
export function queueTracing(): { telemetry?: Telemetry } {
  return tracing ? { telemetry: tracing.queues } : {};
}

/** Runs `work` in a span of the current trace. Errors are recorded and rethrown. */
export async function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  return trace.getTracer(scope).startActiveSpan(name, async (span) => {
    try {
      return await work();
    } catch (error) {
      noteFault(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds a child span to the current span, if there is one. The child span has the given duration and ends now. */
export function noteSpan(name: string, durationMs: number, attributes: Attributes): void {
  if (!trace.getActiveSpan()) return;
  const endedAt = Date.now();
  trace
    .getTracer(scope)
    .startSpan(name, { startTime: endedAt - durationMs, attributes })
    .end(endedAt);
}

/** Sets attributes of the current span. */
export function annotate(attributes: Attributes): void {
  if (isTracing()) trace.getActiveSpan()?.setAttributes(attributes);
}

/** Returns the headers that propagate the current trace to another service. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isTracing()) propagation.inject(context.active(), headers);
  return headers;
}

/** Returns the id of the current trace, for log lines. */
export function traceIds(): { traceId?: string } {
  const current = isTracing() ? trace.getActiveSpan()?.spanContext() : undefined;
  return current && isSpanContextValid(current) ? { traceId: current.traceId } : {};
}

export function noteFault(span: Span, error: unknown): void {
  if (error instanceof Error) span.recordException(error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
