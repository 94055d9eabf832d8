import { compressionSettings } from '@gossamer/contracts/compression-settings';
import { engineEfforts } from '@gossamer/contracts/engine-report';
import { failureCodes } from '@gossamer/contracts/errors';
import { failureDetails, imageCompressed } from '@gossamer/contracts/jobs';
import { z } from 'zod';

/**
 * Message that asks the child process to process one image. Contains only storage keys, because the child accesses the
 * storage itself.
 */
const engineTask = z.object({
  type: z.literal('task'),
  originalKey: z.string(),
  resultKey: z.string(),
  previewKey: z.string(),
  maxPixels: z.int(),
  settings: compressionSettings,
  effort: z.enum(engineEfforts),
});
export type EngineTask = z.infer<typeof engineTask>;

/** Message to the child process. `go` and `cancel` are replies to the child's message `needs`. */
export const childOrder = z.discriminatedUnion('type', [
  engineTask,
  z.object({ type: z.literal('go') }),
  z.object({ type: z.literal('cancel') }),
]);

/** Properties of a stored result. */
const engineDone = imageCompressed.pick({
  format: true,
  sizeBytes: true,
  sha256: true,
  widthPx: true,
  heightPx: true,
  alreadyOptimal: true,
  engineMs: true,
  engineReport: true,
  variants: true,
});

/** Resident memory of the child process after an image was processed, in bytes. */
const restBytes = z.number();

/**
 * Message from the child process. `refused`: the image is invalid. `storage-unavailable`: the storage failed. `broken`:
 * the engine has a defect.
 */
export const childReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Sent at the start of a phase to restart the time limit, because slow storage must not reduce the engine's time. */
  z.object({ type: z.literal('at'), part: z.enum(['engine', 'store']) }),
  /** Estimated memory and engine time, sent once the header has been read. The child waits for `go` or `cancel`. */
  z.object({ type: z.literal('needs'), megabytes: z.number(), costMs: z.number() }),
  /** Reply to the message `cancel`. */
  z.object({ type: z.literal('canceled'), restBytes }),
  z.object({
    type: z.literal('done'),
    done: engineDone,
    /** Duration of each stage in milliseconds: `read`, the engine's steps, `write`. */
    stagesMs: z.record(z.string(), z.number()),
    restBytes,
  }),
  z.object({
    type: z.literal('refused'),
    code: z.enum(failureCodes),
    details: failureDetails.optional(),
    restBytes,
  }),
  z.object({ type: z.literal('storage-unavailable'), message: z.string(), restBytes }),
  z.object({ type: z.literal('broken'), message: z.string(), restBytes }),
]);
export type ChildReply = z.infer<typeof childReply>;
