import type { DeliveryFault } from '@gossamer/contracts/webhooks';
import { faultOf } from '@gossamer/service-kit/outbound/faults';
import type { OutboundInit } from '@gossamer/service-kit/outbound/outbound';
import { readAtMost } from '@gossamer/service-kit/outbound/read-at-most';
import type { GatewayDeps } from '../deps.ts';

const maxResponseBytes = 64 * 1_024;
const excerptChars = 500;

/** Result of one delivery attempt. */
export interface AttemptResult {
  startedAt: Date;
  durationMs: number;
  /** HTTP status of the response; null if no response was received. */
  status: number | null;
  /** Reason why the attempt failed; null if the receiver accepted the delivery. */
  fault: DeliveryFault | null;
  responseExcerpt: string | null;
  /** Retry-After header of the response; null if absent. */
  retryAfter: string | null;
}

export interface AttemptLimits {
  /** Timeout in milliseconds, from the DNS lookup to the end of the response. */
  timeoutMs: number;
  /** Aborts the attempt. */
  signal: AbortSignal;
}

/** Sends a request to a user's URL once. Rejects only if the signal aborts the attempt. */
export async function attemptOnce(
  { outbound, clock }: Pick<GatewayDeps, 'outbound' | 'clock'>,
  url: string,
  init: Omit<OutboundInit, 'signal' | 'httpsOnly'>,
  { timeoutMs, signal }: AttemptLimits,
): Promise<AttemptResult> {
  const startedAt = clock();
  const start = performance.now();
  const ended = await send(outbound, url, init, timeLimit(timeoutMs, signal), signal);
  return { startedAt, durationMs: Math.round(performance.now() - start), ...ended };
}

/** Returns the User-Agent header of requests to users' URLs. */
export function userAgent(purpose: 'Webhooks' | 'Deliveries', { publicUrl }: GatewayDeps['config']): string {
  return `Gossamer-${purpose}/1.0 (+${new URL('/api/docs', publicUrl).href})`;
}

async function send(
  outbound: GatewayDeps['outbound'],
  url: string,
  init: OutboundInit,
  limit: ReturnType<typeof timeLimit>,
  brokenOff: AbortSignal,
): Promise<Omit<AttemptResult, 'startedAt' | 'durationMs'>> {
  try {
    const response = await outbound.fetch(url, { ...init, signal: limit.signal, httpsOnly: true });
    const { status } = response;
    // Ignore errors while reading the response body, whose content has no effect.
    const said = await readAtMost(response.body, maxResponseBytes).catch(() => undefined);
    return {
      status,
      fault: faultOfStatus(status),
      responseExcerpt: said ? excerptOf(said.bytes) : '',
      retryAfter: response.headers.get('retry-after'),
    };
  } catch (error) {
    if (brokenOff.aborted) throw error;
    return { status: null, fault: faultOf(error), responseExcerpt: null, retryAfter: null };
  } finally {
    limit.end();
  }
}

/** Returns a signal that is aborted after the timeout or when the given signal is aborted. */
function timeLimit(timeoutMs: number, brokenOff: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  const timer = setTimeout(() => abort(new DOMException('attempt timed out', 'TimeoutError')), timeoutMs);
  const breakOff = () => abort(brokenOff.reason);
  brokenOff.addEventListener('abort', breakOff);
  if (brokenOff.aborted) breakOff();
  const end = () => {
    clearTimeout(timer);
    brokenOff.removeEventListener('abort', breakOff);
  };
  return { signal: controller.signal, end };
}

function faultOfStatus(status: number): DeliveryFault | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Returns the beginning of a response body without control characters. */
function excerptOf(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
  return [...text.slice(0, 2 * excerptChars)].slice(0, excerptChars).join('').trim();
}
