import { compressionSettings } from '@gossamer/contracts/compression-settings';
import { enginePaces } from '@gossamer/contracts/engine-report';
import { failureCodes } from '@gossamer/contracts/errors';
import { failureDetails, imageCompressed } from '@gossamer/contracts/jobs';
import { z } from 'zod';

/** EngineProcess → child: one image. Bytes never travel between them; both know the store. */
const engineTask = z.object({
  type: z.literal('task'),
  originalKey: z.string(),
  resultKey: z.string(),
  previewKey: z.string(),
  maxPixels: z.int(),
  settings: compressionSettings,
  pace: z.enum(enginePaces),
});
export type EngineTask = z.infer<typeof engineTask>;

/** EngineProcess → child: `go` and `cancel` are the answers to `needs`. */
export const childOrder = z.discriminatedUnion('type', [
  engineTask,
  z.object({ type: z.literal('go') }),
  z.object({ type: z.literal('cancel') }),
]);

/** What a stored result is. */
const engineDone = imageCompressed.pick({
  format: true,
  sizeBytes: true,
  sha256: true,
  widthPx: true,
  heightPx: true,
  alreadyOptimal: true,
  engineMs: true,
  report: true,
});

/** The child's resident memory when the image was done with. */
const restBytes = z.number();

/** Child → slot: what it is at; asks for memory; done, refused for a fault of the image, put off by the store, or broken by a fault of ours. */
export const childReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Its time begins anew: a store may be slow for as long as an engine, which is no fault of the image. */
  z.object({ type: z.literal('at'), part: z.enum(['engine', 'store']) }),
  /** The header is read: so much memory and engine time will be needed. The child waits for `go` or `cancel`. */
  z.object({ type: z.literal('needs'), megabytes: z.number(), costMs: z.number() }),
  /** The answer to `cancel`. */
  z.object({ type: z.literal('canceled'), restBytes }),
  z.object({
    type: z.literal('done'),
    done: engineDone,
    /** Milliseconds by stage: `read`, the engine's steps, `write`. */
    stagesMs: z.record(z.string(), z.number()),
    restBytes,
  }),
  z.object({
    type: z.literal('refused'),
    code: z.enum(failureCodes),
    details: failureDetails.optional(),
    restBytes,
  }),
  z.object({ type: z.literal('store-away'), message: z.string(), restBytes }),
  z.object({ type: z.literal('broken'), message: z.string(), restBytes }),
]);
export type ChildReply = z.infer<typeof childReply>;
