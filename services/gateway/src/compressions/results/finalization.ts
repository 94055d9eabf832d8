import { type CompressOutcome, compressOutcome } from '@gossamer/contracts/jobs';
import { z } from 'zod';

/** The outcome of a compression and the time at which it was finalized. */
export interface Finalization {
  outcome: CompressOutcome;
  finalizedAt: Date;
}

const finalizationText = z.object({ outcome: compressOutcome, finalizedAt: z.coerce.date() });

/** Returns the Redis channel of notifications about finalized compressions. */
export const finalizationChannel = (redisPrefix: string) => `${redisPrefix}:finalized`;

/** Returns the text of a notification, which begins with the id of the compression. */
export function encodeFinalization(finalization: Finalization): string {
  return `${finalization.outcome.compressionId} ${JSON.stringify(finalization)}`;
}

/** Returns the id of the compression that a notification is about, without parsing the rest of the text. */
export function finalizedId(message: string): string {
  return message.slice(0, message.indexOf(' '));
}

/**
 * Parses a notification. Returns undefined if its format is that of another gateway version; the waiting request then
 * reads the row again.
 */
export function decodeFinalization(message: string): Finalization | undefined {
  const parsed = finalizationText.safeParse(parseJson(message.slice(message.indexOf(' ') + 1)));
  return parsed.success ? parsed.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
