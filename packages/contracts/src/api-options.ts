import { z } from 'zod';
import { outputFormats } from './formats.ts';
import {
  colorFilters,
  defaultSettings,
  fileSizeLimits,
  maxQuality,
  maxResizePx,
  minQuality,
  unreachableChoices,
} from './settings.ts';

const side = z.int().min(1).max(maxResizePx).optional();

const fileBytes = z.int().min(fileSizeLimits.minBytes).max(fileSizeLimits.maxBytes);

/**
 * Compression options, all optional. The names are the same in JSON, in forms and in the query string of raw uploads.
 */
export const compressionOptions = z.object({
  quality: z
    .int()
    .min(minQuality)
    .max(maxQuality)
    .default(defaultSettings.quality)
    .describe(
      'Visual quality of the result compared with the original. This is not the quality setting of an encoder.',
    ),
  format: z
    .enum(outputFormats)
    .default(defaultSettings.format)
    .describe(
      'Format of the result. `auto` picks the smallest of the formats that every browser supports, so never AVIF. ' +
        '`same` keeps the format of the image; HEIC becomes JPEG.',
    ),
  filter: z.enum(colorFilters).default(defaultSettings.filter).describe('Color filter to apply.'),
  resizeWidth: side.describe('Width in pixels. Images are never scaled up.'),
  resizeHeight: side.describe(
    'Height in pixels. Together with `resizeWidth`, it defines a box that the image is scaled to fit.',
  ),
  maintainAspect: z
    .boolean()
    .default(true)
    .describe('`false` stretches the image to exactly the given width and height.'),
  maxBytes: fileBytes
    .optional()
    .describe(
      'Maximum size of the result in bytes. The result looks as good as possible within it, and `quality` is ignored.',
    ),
  minBytes: fileBytes
    .optional()
    .describe(
      'Minimum size of the result in bytes. A smaller result is encoded at a higher quality. Files are never padded.',
    ),
  onUnreachable: z
    .enum(unreachableChoices)
    .optional()
    .describe(
      'What to do if no encoding is within `minBytes` and `maxBytes`. `closest`, the default, returns the closest file. `fail` fails with `size_unreachable`. `shrink` reduces width and height rather than going below quality 30.',
    ),
});
