import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answer } from './send-upload.ts';
import type { UploadersOrder } from './uploaders.ts';

/**
 * Starts a child process that prepares uploads. `send` starts all uploads concurrently, each on a separate connection,
 * and returns their responses.
 */
export async function gatherCrowd(order: UploadersOrder): Promise<{ send(): Promise<Answer[]> }> {
  const child = fork(new URL('./uploaders.ts', import.meta.url), { execArgv: [] });
  child.send(order);
  await once(child, 'message');
  return {
    send: async () => {
      child.send('go');
      const [answers] = (await once(child, 'message')) as [Answer[]];
      return answers;
    },
  };
}
