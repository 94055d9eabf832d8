import { createHash } from 'node:crypto';
import { readConfig } from '@gossamer/service-kit/config';
import {
  createStorage,
  storageVariables,
  toStorageSettings,
} from '@gossamer/service-kit/storage/create-storage';
import type { Storage } from '@gossamer/service-kit/storage/storage';
import { z } from 'zod';
import { compress } from '../engine/compress.ts';
import { EngineError } from '../engine/errors.ts';
import { type ChildReply, type EngineTask, engineTask } from './messages.ts';

/**
 * The process in which pictures are decoded and encoded: one at a time, read from the store and written to it. It may
 * be killed at any moment, since nothing else can stop a codec; a poison file takes nobody with it.
 */
const settings = toStorageSettings(readConfig(z.object(storageVariables), process.env));
const storage = await createStorage(settings);

// The slot decides when it ends: a terminal's Ctrl-C reaches the whole group, and must not break a picture.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  void work(storage, engineTask.parse(message)).catch(toReply).then(send);
});
send({ type: 'ready' });

async function work(store: Storage, task: EngineTask): Promise<ChildReply> {
  const startedAt = performance.now();
  const original = await store.read(task.originalKey);
  const { settings, maxPixels } = task;
  const result = await compress(original, { settings, maxPixels });
  await store.put(task.previewKey, result.preview);
  await store.put(task.resultKey, result.data);
  return {
    type: 'done',
    done: {
      format: result.format,
      sizeBytes: result.data.length,
      sha256: createHash('sha256').update(result.data).digest('hex'),
      widthPx: result.widthPx,
      heightPx: result.heightPx,
      alreadyOptimal: result.alreadyOptimal,
      engineMs: Math.round(performance.now() - startedAt),
    },
  };
}

function toReply(error: unknown): ChildReply {
  if (error instanceof EngineError) return { type: 'refused', code: error.code };
  return { type: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function send(reply: ChildReply): void {
  process.send?.(reply);
}
