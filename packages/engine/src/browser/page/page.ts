import type { EngineOrder, EngineReply } from '../messages.ts';

/** Page for tests and benchmarks. Compresses images one at a time in a web worker. */

type Ending = Exclude<EngineReply, { type: 'ready' | 'needs' | 'done' }>;
export type BrowserOutcome =
  | Ending
  | {
      type: 'done';
      format: string;
      sizeBytes: number;
      sha256: string;
      score: number | null;
      durationMs: number;
    };

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
let listen = (_: EngineReply) => {};
worker.onmessage = ({ data }: MessageEvent<EngineReply>) => listen(data);
worker.onerror = ({ message }) => listen({ type: 'broken', message });

const ready = new Promise<EngineReply>((resolve) => {
  listen = resolve;
});

async function compress(path: string, settings: unknown): Promise<BrowserOutcome> {
  const first = await ready;
  if (first.type !== 'ready') return first as Ending;
  const file = await (await fetch(path)).blob();
  const startedAt = performance.now();
  const reply = await new Promise<EngineReply>((resolve) => {
    listen = (message) => {
      if (message.type === 'needs') worker.postMessage({ type: 'go' } satisfies EngineOrder);
      else resolve(message);
    };
    worker.postMessage({ type: 'compress', file, settings, maxPixels: 100_000_000 });
  });
  if (reply.type !== 'done') return reply as Ending;
  const { data, format, report } = reply.result;
  return {
    type: 'done',
    format,
    sizeBytes: data.length,
    sha256: await sha256Of(data),
    score: report.score,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

async function sha256Of(data: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(data));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

Object.assign(globalThis, { compressInBrowser: compress });
