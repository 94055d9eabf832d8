import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { recodeJpeg } from './lossless-jpeg.ts';

const run = promisify(execFile);

/** Lossless JPEG transformer from libjpeg-turbo, searched on PATH (docs/decisions/0036-rotate-jpegs-losslessly.md). */
const program = 'jpegtran';
/** Timeout of jpegtran in milliseconds. An image of 48 megapixels takes 0.3 seconds. */
const timeoutMs = 20_000;
/**
 * Memory limit for jpegtran in megabytes. This is sufficient for 48 megapixels in 4:2:0 or 24 megapixels in 4:4:4;
 * larger images are rejected.
 */
export const maxTurnMegabytes = 300;

/** jpegtran options that rotate or mirror an image upright, by EXIF orientation (EXIF 2.32, tag 0x0112). */
const transforms: Record<number, string[]> = {
  2: ['-flip', 'horizontal'],
  3: ['-rotate', '180'],
  4: ['-flip', 'vertical'],
  5: ['-transpose'],
  6: ['-rotate', '90'],
  7: ['-transverse'],
  8: ['-rotate', '270'],
};

/**
 * Losslessly rotates and mirrors a stripped JPEG upright. The result has no orientation tag. Returns undefined if a
 * side that would be mirrored ends with a partial block, if the file is damaged or too large, or if jpegtran is not
 * installed.
 */
export async function turnJpeg(stripped: Buffer, orientation: number): Promise<Buffer | undefined> {
  const transform = transforms[orientation];
  if (!transform) return undefined;
  const args = ['-copy', 'all', '-perfect', '-maxmemory', String(maxTurnMegabytes * 1_000), ...transform];
  const turned = await runProgram(args, stripped);
  return turned && ((await recodeJpeg(turned)) ?? turned);
}

/** Returns whether jpegtran is installed and can be run. */
export async function canTurnJpegs(): Promise<boolean> {
  return (await runProgram(['-version'])) !== undefined;
}

/** Returns jpegtran's output, or undefined if jpegtran cannot be started, fails or prints a warning (exit code 2). */
async function runProgram(args: string[], input: Buffer = Buffer.alloc(0)): Promise<Buffer | undefined> {
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
