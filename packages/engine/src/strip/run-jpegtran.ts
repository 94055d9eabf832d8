import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Lossless JPEG transformer from libjpeg-turbo. It must be on PATH (docs/decisions/0036-rotate-jpegs-losslessly.md). */
const program = 'jpegtran';
/** Timeout of jpegtran in milliseconds. An image of 48 megapixels takes 0.3 seconds. */
const timeoutMs = 20_000;

/** Returns jpegtran's output, or undefined if jpegtran cannot be started, fails or prints a warning (exit code 2). */
export async function runJpegtran(
  args: string[],
  input: Buffer = Buffer.alloc(0),
): Promise<Buffer | undefined> {
  // Maximum size of jpegtran's output in bytes. Rotated blocks can take more bytes than the original blocks.
  const maxBuffer = 2 * input.length + 100_000;
  const running = run(program, args, {
    encoding: 'buffer' as const,
    maxBuffer,
    timeout: timeoutMs,
    killSignal: 'SIGKILL' as const,
  });
  // Ignore write errors. jpegtran stops reading a file that it rejects; its exit code reports the rejection.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  return running.then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
