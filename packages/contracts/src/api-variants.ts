import { z } from 'zod';
import { resultDelivery } from './result-deliveries.ts';
import { skippedVariant, variantFile, variantGroup } from './variants.ts';

/** The link to a file in API responses. */
export const fileLink = {
  url: z
    .string()
    .nullable()
    .describe('A link to the file that works without a key for 15 minutes. Null once the file is deleted.'),
  urlExpiresAt: z.iso.datetime().nullable(),
};

/** The variants of an image in API responses. */
export const apiVariants = z.object({
  files: z
    .array(
      variantFile.extend({
        filename: z.string().describe('Suggested name, such as `harbor-800w.avif`.'),
        ...fileLink,
        delivery: resultDelivery
          .optional()
          .describe('The delivery of the file. Absent unless `deliverVariantsTo` names it.'),
      }),
    )
    .describe(
      'By format, in the order in which browsers should try them, the fallback last; by width within a format.',
    ),
  skipped: z.array(skippedVariant).describe('Requested variants that were not made, with the reason.'),
  thumbHash: variantGroup.shape.thumbHash.describe('ThumbHash of the image, encoded as Base64.'),
  placeholderUrl: variantGroup.shape.placeholderUrl.describe('A blurred version of the image as a data URL.'),
});
