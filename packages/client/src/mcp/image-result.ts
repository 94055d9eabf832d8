import { savedPercent } from '@gossamer/contracts/english-figures';
import { z } from 'zod';
import type { FileOutcome, Findings } from '../cli/outcome.ts';

/** What a tool says about one image. Sizes are in bytes. */
export interface ImageResult extends Findings {
  status: FileOutcome['status'];
  path: string;
  output?: string | undefined;
  format?: string | undefined;
  originalBytes?: number | undefined;
  resultBytes?: number | undefined;
  savedPercent?: number | undefined;
  isReused?: boolean | undefined;
  code?: string | undefined;
  message?: string | undefined;
}

const tile = z.object({ leftPx: z.number(), topPx: z.number(), widthPx: z.number(), heightPx: z.number() });

/** Schema of `ImageResult`, with descriptions for the model. */
export const imageResult: z.ZodType<ImageResult> = z.object({
  status: z
    .enum(['done', 'estimated', 'skipped', 'failed'])
    .describe('`estimated`: nothing was written. `skipped`: an earlier result exists and was kept.'),
  path: z.string().describe('The image.'),
  output: z.string().optional().describe('Path of the result, or of the earlier result that was kept.'),
  format: z.string().optional().describe('Format of the result.'),
  originalBytes: z.number().optional(),
  resultBytes: z.number().optional(),
  savedPercent: z.number().optional().describe('Negative if the result is larger than the original.'),
  isReused: z.boolean().optional().describe('Whether an earlier result was returned, which is not counted.'),
  score: z
    .number()
    .nullish()
    .describe('SSIMULACRA2 against the original: 90 visually lossless, 70 high quality, 50 medium.'),
  needsReview: z
    .boolean()
    .optional()
    .describe('Whether a person should look at the result, because one part of it lost much more quality.'),
  worstTileScore: z.number().nullish().describe('Score of the part that differs most from the original.'),
  worstTile: tile.optional().describe('Place of that part in the result.'),
  code: z.string().optional().describe('Why the image failed, as a constant.'),
  message: z.string().optional().describe('Why the image failed, and what to do.'),
});

/** Converts the outcome of an image. */
export function toImageResult(outcome: FileOutcome): ImageResult {
  if (outcome.status === 'skipped') return outcome;
  if (outcome.status === 'failed') {
    const { delivery: _, ...failed } = outcome;
    return failed;
  }
  const { variants: _, ...result } = { variants: undefined, ...outcome };
  return { ...result, savedPercent: savedPercent(result.originalBytes, result.resultBytes) };
}
