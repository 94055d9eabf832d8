import './globals.ts';
import { modernFormats } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { assertResultSize } from '../assert-result-size.ts';
import { compress } from '../compress.ts';
import { EngineError } from '../errors.ts';
import { identify } from '../steps/identify.ts';
import { CloudOnlyError } from './cloud-only-error.ts';
import type { EngineOrder, EngineReply } from './messages.ts';

/**
 * Entry point of a web worker that runs the engine. The page must be an isolated page, because the engine needs shared
 * memory.
 */

/** The part of a worker's global scope that this module uses. Complete types are available only in `lib.webworker`. */
declare const self: {
  onmessage: ((event: { data: EngineOrder }) => void) | null;
  postMessage(reply: EngineReply, transfer?: ArrayBuffer[]): void;
};

let proceed = () => {};

self.onmessage = ({ data: order }) => {
  if (order.type === 'go') proceed();
  else void work(order).catch(toReply).then(send);
};
send({ type: 'ready' });

async function work({
  file,
  settings,
  maxPixels,
}: Extract<EngineOrder, { type: 'compress' }>): Promise<EngineReply> {
  const admit = (needs: { megabytes: number; costMs: number }) =>
    new Promise<void>((resolve) => {
      proceed = resolve;
      send({ type: 'needs', ...needs });
    });
  const original = Buffer.from(await file.arrayBuffer());
  const { format: originalFormat } = identify(original);
  const result = await compress(original, {
    settings: withoutJxl(settings),
    maxPixels,
    admit,
  });
  assertResultSize(result, original.length);
  return { type: 'done', result, originalFormat };
}

/** Returns the settings, with the format `modern` replaced by those of its formats that browsers can encode. */
function withoutJxl(settings: CompressionSettings): CompressionSettings {
  if (settings.format !== 'modern') return settings;
  return { ...settings, format: 'auto', formats: modernFormats.filter((format) => format !== 'jxl') };
}

function toReply(error: unknown): EngineReply {
  if (error instanceof CloudOnlyError) return { type: 'cloud-only', feature: error.feature };
  if (error instanceof EngineError) return { type: 'refused', code: error.code, details: error.details };
  return { type: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function send(reply: EngineReply): void {
  self.postMessage(reply);
}
