import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { allocatorEnv } from '@gossamer/engine/allocator-env';
import { inParallel } from '../client.ts';
import type { Image } from '../images.ts';

/** Compresses all images in newly started engine processes. Resolves with the duration in milliseconds. */
export async function runBareEngine(images: readonly Image[], processes: number): Promise<number> {
  const children = await Promise.all(Array.from({ length: processes }, startChild));
  const free = [...children];
  try {
    return await inParallel(images, processes, async (image) => {
      const child = free.pop();
      if (!child) throw new Error('no engine process is free');
      await compressIn(child, image);
      free.push(child);
    });
  } finally {
    for (const child of children) child.disconnect();
  }
}

async function startChild(): Promise<ChildProcess> {
  const child = fork(new URL('./child.ts', import.meta.url), {
    serialization: 'advanced',
    env: { ...process.env, ...allocatorEnv },
  });
  await once(child, 'message');
  return child;
}

async function compressIn(child: ChildProcess, { filename, data }: Image): Promise<void> {
  const answer = once(child, 'message');
  child.send({ data });
  const [{ error }] = (await answer) as [{ error?: string }];
  if (error) throw new Error(`${filename}: ${error}`);
}
