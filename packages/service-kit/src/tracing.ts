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

/** What a process that traces has; a process that does not has none of it loaded. */
interface Tracing {
  queues: Telemetry;
  /** Sends what has not been sent yet. */
  shutdown(): Promise<void>;
}

let tracing: Tracing | undefined;

const scope = 'gossamer';
const stopTimeoutMs = 1_000;

/**
 * Starts tracing where a collector is named; spans go there as OTLP over HTTP, by the exporter's own OTEL_* variables
 * (opentelemetry.io/docs/specs/otel/protocol/exporter). Comes before queues are opened.
 */
export async function startTracing(service: string, { isOn, keptShare }: TracingSettings): Promise<void> {
  if (!isOn) return;
  const { openTracing } = await import('./tracing/open-tracing.ts');
  tracing = openTracing(service, keptShare);
}

/** Sends what is left, for a second: a collector that is away must not hold up the end of a process. */
export async function stopTracing(): Promise<void> {
  const stopping = tracing?.shutdown().catch(() => undefined);
  tracing = undefined;
  if (stopping) await Promise.race([stopping, sleep(stopTimeoutMs, undefined, { ref: false })]);
}

export const isTracing = (): boolean => tracing !== undefined;

/** What carries traces through queues; empty where nothing is traced. */
export function queueTracing(): { telemetry?: Telemetry } {
  return tracing ? { telemetry: tracing.queues } : {};
}

/** Runs work as a span of the current trace; a fault is noted and thrown on. */
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

/** A span of something that has just ended, within the current one; alone it would be no trace. */
export function noteSpan(name: string, durationMs: number, attributes: Attributes): void {
  if (!trace.getActiveSpan()) return;
  const endedAt = Date.now();
  trace
    .getTracer(scope)
    .startSpan(name, { startTime: endedAt - durationMs, attributes })
    .end(endedAt);
}

/** Says something of the span that is under way. */
export function annotate(attributes: Attributes): void {
  if (isTracing()) trace.getActiveSpan()?.setAttributes(attributes);
}

/** Headers by which another service goes on with this trace. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isTracing()) propagation.inject(context.active(), headers);
  return headers;
}

/** For log lines: the trace they belong to. */
export function traceIds(): { traceId?: string } {
  const current = isTracing() ? trace.getActiveSpan()?.spanContext() : undefined;
  return current && isSpanContextValid(current) ? { traceId: current.traceId } : {};
}

export function noteFault(span: Span, error: unknown): void {
  if (error instanceof Error) span.recordException(error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
