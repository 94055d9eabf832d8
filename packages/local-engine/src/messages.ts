import { compressionSettings } from '@gossamer/contracts/compression-settings';
import { engineReport } from '@gossamer/contracts/engine-report';
import { failureCodes } from '@gossamer/contracts/errors';
import { encodedFormats } from '@gossamer/contracts/formats';
import { failureDetails } from '@gossamer/contracts/jobs';
import { variantFile, variantGroup } from '@gossamer/contracts/variants';
import { z } from 'zod';

/**
 * Content of a file. Does not use `z.instanceof`, because modules can have a different `Uint8Array` class in test
 * runners.
 */
const fileBytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value));

const imageTask = z.object({ type: z.literal('image'), bytes: fileBytes, settings: compressionSettings });
export type ImageTask = Omit<z.infer<typeof imageTask>, 'type'>;

/** Message to an engine process. `go` is the reply to the message `needs`. */
export const processOrder = z.discriminatedUnion('type', [imageTask, z.object({ type: z.literal('go') })]);
export type ProcessOrder = z.infer<typeof processOrder>;

/** Resident memory of the engine process after an image was processed, in bytes. */
const restBytes = z.number();

/** The variants of an image, with the content of each file. The parent process adds the hashes. */
const variants = variantGroup.extend({
  files: z.array(variantFile.omit({ sha256: true }).extend({ data: fileBytes })),
});

/** Message that ends the processing of an image. `refused`: the image is invalid. `broken`: the engine has a defect. */
const imageReply = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('done'),
    bytes: fileBytes,
    format: z.enum(encodedFormats),
    widthPx: z.int(),
    heightPx: z.int(),
    alreadyOptimal: z.boolean(),
    report: engineReport,
    variants: variants.optional(),
    restBytes,
  }),
  z.object({
    type: z.literal('refused'),
    code: z.enum(failureCodes),
    details: failureDetails.optional(),
    restBytes,
  }),
  z.object({ type: z.literal('broken'), message: z.string(), restBytes }),
]);
export type ImageReply = z.infer<typeof imageReply>;

/** Message from an engine process. */
export const processReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** The libraries of the engine cannot be loaded. */
  z.object({ type: z.literal('unavailable'), reason: z.string() }),
  /** Estimated memory, sent once the header has been read. The process waits for `go`. */
  z.object({ type: z.literal('needs'), megabytes: z.number() }),
  ...imageReply.options,
]);
export type ProcessReply = z.infer<typeof processReply>;
