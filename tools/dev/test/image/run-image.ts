import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Image, imagePath } from './build-image.ts';

export interface Container {
  /**
   * Polls a URL until the response status is 200.
   * @throws Error with the process's output if the process exits or a timeout expires
   */
  until200(url: string): Promise<Response>;
  /** Sends SIGTERM. Resolves with the exit code and signal. */
  stop(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const patienceMs = 20_000;

/**
 * Starts the given command in an image, by default the image's own command. As in Docker, the process inherits no
 * environment variables except PATH.
 */
export function runImage(image: Image, env: Record<string, string>, command = image.command): Container {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...placeOf(image, env), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    until200: async (url) => {
      const deadline = Date.now() + patienceMs;
      while (Date.now() < deadline && child.exitCode === null) {
        const response = await fetch(url).catch(() => undefined);
        if (response?.status === 200) return response;
        await sleep(100);
      }
      throw new Error(`${url} did not return HTTP 200:\n${output}`);
    },
    stop: async () => {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}

/** Runs an image's command, such as the health check, and waits until the command exits. */
export function runToEnd(image: Image, env: Record<string, string>, command: string[]) {
  const [program = '', ...args] = command;
  return spawnSync(program, args, { ...placeOf(image, env), encoding: 'utf8', timeout: patienceMs });
}

/** Maps absolute paths in an image to paths in the folder that represents its file system. */
function placeOf(image: Image, env: Record<string, string>) {
  const own = Object.entries(image.env).map(([name, value]) => [
    name,
    value.startsWith('/') ? join(image.root, value) : value,
  ]);
  return {
    cwd: join(image.root, image.workdir),
    env: { PATH: imagePath, ...Object.fromEntries(own), ...env } as NodeJS.ProcessEnv,
  };
}
