import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type VariantGroup, variantKey } from '@gossamer/contracts/variants';
import { assertResultSize } from '@gossamer/engine/assert-result-size';
import { collectGarbage } from '@gossamer/engine/collect-garbage';
import type { compress } from '@gossamer/engine/compress';
import { EngineError } from '@gossamer/engine/errors';
import { stepClock } from '@gossamer/engine/step-clock';
import type { EngineVariants } from '@gossamer/engine/variants/compress-variants';
import { readConfig } from '@gossamer/service-kit/config';
import { hasCode } from '@gossamer/service-kit/errors';
import {
  createStorage,
  storageVariables,
  toStorageSettings,
} from '@gossamer/service-kit/storage/create-storage';
import {
  ObjectNotFoundError,
  type Storage,
  StorageUnavailableError,
} from '@gossamer/service-kit/storage/storage';
import { z } from 'zod';
import { type ChildReply, childOrder, type EngineTask } from './messages.ts';

export type Engine = typeof compress;
type Needs = { megabytes: number; costMs: number };

/** Thrown if the worker cancels the task after the image header has been read. */
class CanceledError extends Error {
  override name = 'CanceledError';
}

/**
 * Runs the engine in its own process. For each image, the process reads the original from storage, compresses it and
 * stores the result. The parent can kill the process at any time, because a running codec cannot be stopped otherwise.
 * A file that crashes a codec thus affects no other image.
 */
export async function serveEngine(engine: Engine): Promise<void> {
  const settings = toStorageSettings(readConfig(z.object(storageVariables), process.env));
  const storage = await createStorage(settings);

  // Ignore signals, because Ctrl-C reaches the whole process group. Only the parent may stop the engine process.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
  const answers = new EventEmitter();
  const admit = async (needs: Needs) => {
    send({ type: 'needs', ...needs });
    const [answer] = await once(answers, 'answer');
    if (answer === 'cancel') throw new CanceledError();
  };
  process.on('message', (message) => {
    const order = childOrder.parse(message);
    if (order.type === 'task') void work(engine, storage, order, admit).catch(toReply).then(send);
    else answers.emit('answer', order.type);
  });
  send({ type: 'ready' });
}

async function work(
  engine: Engine,
  store: Storage,
  task: EngineTask,
  admit: (needs: Needs) => Promise<void>,
): Promise<ChildReply> {
  const { steps, timed } = stepClock();
  const { settings, maxPixels, effort } = task;
  const original = await timed('read', () => store.read(task.originalKey));
  send({ type: 'at', part: 'engine' });
  const startedAt = performance.now();
  const result = await engine(original, { settings, maxPixels, effort, admit });
  const engineMs = Math.round(performance.now() - startedAt);
  assertResultSize(result, original.length);
  const variants = result.variants && toVariantGroup(result.variants);
  send({ type: 'at', part: 'store' });
  await timed('write', async () => {
    await Promise.all([store.put(task.previewKey, result.preview), store.put(task.resultKey, result.data)]);
    if (result.variants && variants) await storeVariants(store, task.resultKey, variants, result.variants);
  });
  return {
    type: 'done',
    done: {
      format: result.format,
      sizeBytes: result.data.length,
      sha256: sha256Of(result.data),
      widthPx: result.widthPx,
      heightPx: result.heightPx,
      alreadyOptimal: result.alreadyOptimal,
      engineMs,
      engineReport: result.report,
      ...(variants && { variants }),
    },
    stagesMs: { ...result.report.stepsMs, ...steps },
    restBytes: restBytes(),
  };
}

const sha256Of = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

function toVariantGroup({ files, ...group }: EngineVariants): VariantGroup {
  return { ...group, files: files.map(({ data, ...file }) => ({ ...file, sha256: sha256Of(data) })) };
}

/** Stores the variants one after another, except the one that is stored as the result. */
async function storeVariants(
  store: Storage,
  resultKey: string,
  group: VariantGroup,
  { files }: EngineVariants,
): Promise<void> {
  for (const [index, file] of group.files.entries()) {
    const key = variantKey(resultKey, group, file);
    const data = files[index]?.data;
    if (key !== resultKey && data) await store.put(key, data);
  }
}

function toReply(error: unknown): ChildReply {
  if (error instanceof CanceledError) return { type: 'canceled', restBytes: restBytes() };
  if (error instanceof EngineError) {
    const { code, details } = error;
    return { type: 'refused', code, ...(details && { details }), restBytes: restBytes() };
  }
  // The owner has deleted the original, so a retry would fail as well.
  if (error instanceof ObjectNotFoundError)
    return { type: 'refused', code: 'processing_failed', restBytes: restBytes() };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // Treat a full disk as unavailable storage.
  const isStores = error instanceof StorageUnavailableError || hasCode(error, 'ENOSPC', 'EDQUOT');
  return { type: isStores ? 'storage-unavailable' : 'broken', message, restBytes: restBytes() };
}

/** Memory use in bytes above which garbage is collected after an image. A new engine process uses about 110 MB. */
const largeRestBytes = 200 * 2 ** 20;

/** Returns the memory that this process keeps after an image, in bytes. */
function restBytes(): number {
  if (process.memoryUsage.rss() > largeRestBytes) collectGarbage();
  return process.memoryUsage.rss();
}

function send(reply: ChildReply): void {
  process.send?.(reply);
}
