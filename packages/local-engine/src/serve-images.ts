import { EventEmitter, once } from 'node:events';
import { planLimits } from '@gossamer/contracts/limits';
import { assertResultSize } from '@gossamer/engine/assert-result-size';
import { compress } from '@gossamer/engine/compress';
import { EngineError } from '@gossamer/engine/errors';
import { type ImageReply, type ImageTask, type ProcessReply, processOrder } from './messages.ts';

const { maxPixels } = planLimits.pro;

type Admit = (needs: { megabytes: number }) => Promise<void>;

/** Compresses the images that the parent process sends, one at a time. */
export function serveImages(): void {
  const answers = new EventEmitter();
  const admit: Admit = async ({ megabytes }) => {
    send({ type: 'needs', megabytes });
    await once(answers, 'go');
  };
  process.on('message', (message) => {
    const order = processOrder.parse(message);
    if (order.type === 'image') void work(order, admit).catch(toReply).then(send);
    else answers.emit('go');
  });
  send({ type: 'ready' });
}

async function work({ bytes, settings }: ImageTask, admit: Admit): Promise<ImageReply> {
  const result = await compress(bytes, { settings, maxPixels, admit });
  const { data, format, widthPx, heightPx, alreadyOptimal, report, variants } = result;
  assertResultSize({ data, format }, bytes.length);
  return {
    type: 'done',
    bytes: data,
    format,
    widthPx,
    heightPx,
    alreadyOptimal,
    report,
    variants,
    restBytes: restBytes(),
  };
}

function toReply(error: unknown): ImageReply {
  if (error instanceof EngineError) {
    const { code } = error;
    const details = code === 'too_many_pixels' ? { maxMegapixels: maxPixels / 1_000_000 } : error.details;
    return { type: 'refused', code, ...(details && { details }), restBytes: restBytes() };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: 'broken', message, restBytes: restBytes() };
}

const restBytes = () => process.memoryUsage.rss();

function send(reply: ProcessReply): void {
  process.send?.(reply);
}
