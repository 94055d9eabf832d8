import { z } from 'zod';
import { colorChoices, hdrChoices } from './color-choices.ts';
import { encodedFormats, outputFormats } from './formats.ts';
import { isArchivable } from './is-archivable.ts';
import {
  type CompressionSettings,
  colorFilters,
  croppingFits,
  defaultSettings,
  fileSizeLimits,
  maxQuality,
  maxResizePercent,
  maxResizePx,
  minQuality,
  preservableMetadata,
  type Resize,
  resizeFits,
  toColorSettings,
  toFileSizeSettings,
  unreachableChoices,
} from './settings.ts';
import {
  allowsVariants,
  requestedWidthsPx,
  toVariantSettings,
  variantDensities,
  variantFormats,
  variantWidthLimits,
} from './variant-settings.ts';

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
      'Format of the result. `auto` picks the smallest of the formats that every browser supports: JPEG, PNG or WebP. ' +
        '`modern` picks the smallest of JPEG, WebP, AVIF and JPEG XL, for the newest browsers. `same` keeps the format ' +
        'of the image; HEIC becomes JPEG, GIF becomes WebP, TIFF and BMP become PNG.',
    ),
  formats: z
    .array(z.enum(encodedFormats))
    .min(1)
    .optional()
    .describe(
      'Formats to try instead of `format`, for example `webp` and `avif`. The smallest result is returned. Transparent images become JPEG only with a `background`.',
    ),
  filter: z.enum(colorFilters).default(defaultSettings.filter).describe('Color filter to apply.'),
  resizeWidth: side.describe('Width in pixels. Images are never scaled up.'),
  resizeHeight: side.describe(
    'Height in pixels. Together with `resizeWidth`, it defines a box that the image is scaled to fit.',
  ),
  maintainAspect: z
    .boolean()
    .default(true)
    .describe('`false` stretches the image to exactly the given width and height. Ignored if `fit` is set.'),
  fit: z
    .enum(resizeFits)
    .optional()
    .describe(
      'How an image fits a given width and height. `inside` scales it, `fill` stretches it, `cover` crops it to its most salient part. `thumb` crops like `cover`, but extends a plain background instead. `cover` and `thumb` need both sides.',
    ),
  resizePercent: z
    .int()
    .min(1)
    .max(maxResizePercent)
    .optional()
    .describe(
      'Width and height relative to the original, in percent. Replaces `resizeWidth` and `resizeHeight`.',
    ),
  background: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .optional()
    .meta({ description: 'Color that replaces transparency, as `#rrggbb`.', examples: ['#ffffff'] }),
  preserve: z
    .array(z.enum(preservableMetadata))
    .optional()
    .describe(
      'Metadata to keep: `copyright` (copyright notice and creator), `creation` (date and time), `location` (GPS position). All other metadata is removed.',
    ),
  color: z
    .enum(colorChoices)
    .optional()
    .describe(
      'Colors outside sRGB. `keep`, the default, leaves images in Display P3 whose colors need it. `srgb` converts every image to sRGB.',
    ),
  hdr: z
    .enum(hdrChoices)
    .optional()
    .describe(
      'High dynamic range. `keep`, the default, keeps the gain map of an HDR JPEG if the result is a JPEG, which `auto` and `modern` choose for such images. `drop` removes it.',
    ),
  maxBytes: fileBytes
    .optional()
    .describe(
      'Maximum size of the result in bytes. The result has the best quality that fits, and `quality` is ignored.',
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
  archive: z
    .boolean()
    .optional()
    .describe(
      '`true` stores a JPEG as JPEG XL without loss. Uploading that file again restores the JPEG bit for bit. Nothing is removed: the archive contains location and other metadata. `quality` is ignored; `format` can be `auto` or `jxl`, and no other option can be set. The default is `false`.',
    ),
  variants: z
    .strictObject({
      widths: z
        .array(
          z.union([
            z.int().min(variantWidthLimits.minPx).max(variantWidthLimits.maxPx),
            z.literal('original'),
          ]),
        )
        .min(1)
        .max(variantWidthLimits.maxWidths)
        .describe(
          'Widths in pixels, or `original`. Images are never scaled up: the width of the original replaces larger ones.',
        ),
      densities: z
        .array(z.literal(variantDensities))
        .min(1)
        .optional()
        .describe('Screen densities. Each width is multiplied by each density. The default is `[1]`.'),
      formats: z
        .array(z.enum(variantFormats))
        .optional()
        .describe(
          'Formats in addition to JPEG or, for transparent images, PNG. The default is `["avif", "webp"]`.',
        ),
    })
    .refine((asked) => requestedWidthsPx(toVariantSettings(asked)).length <= variantWidthLimits.maxWidths)
    .optional()
    .meta({
      description:
        'Makes the image in several widths and formats for a web page. They are listed in `result.variants` and count as one compression. The result itself is the widest JPEG or PNG. Cannot be combined with `format`, `formats`, sizes, file size limits or `archive`.',
      examples: [{ widths: [400, 800, 1_200, 'original'], formats: ['avif', 'webp'] }],
    }),
});

/** Compression options with defaults applied. */
export type CompressionOptions = z.output<typeof compressionOptions>;

/** Returns the name of the first option that contradicts another option, or undefined. */
export function contradictionIn(options: CompressionOptions): keyof CompressionOptions | undefined {
  const { format, formats, resizeWidth, resizeHeight, resizePercent, fit } = options;
  const { minBytes = 0, maxBytes = Infinity } = options;
  const sides = [resizeWidth, resizeHeight].filter((px) => px !== undefined).length;
  if (minBytes > maxBytes) return 'minBytes';
  if (formats !== undefined && format !== 'auto') return 'formats';
  if (resizePercent !== undefined && sides > 0) return 'resizePercent';
  if (sides === 1 && croppingFits.some((cropping) => cropping === fit)) return 'fit';
  if (options.archive && !isArchivable(toSettings(options))) return 'archive';
  if (options.variants && !allowsVariants(toSettings(options))) return 'variants';
  return undefined;
}

/** Converts options to compression settings. Equal options yield equal settings. */
export function toSettings(options: CompressionOptions): CompressionSettings {
  const { quality, format, formats, filter, background, preserve = [] } = options;
  const kept = preservableMetadata.filter((kind) => preserve.includes(kind));
  return {
    quality,
    format,
    filter,
    resize: toResize(options),
    ...(formats && { formats: encodedFormats.filter((each) => formats.includes(each)) }),
    ...(background !== undefined && { background: background.toLowerCase() }),
    ...(kept.length > 0 && { preserve: kept }),
    ...toColorSettings(options),
    ...toFileSizeSettings(options),
    ...(options.archive && { archive: true as const }),
    ...(options.variants && { variants: toVariantSettings(options.variants) }),
  };
}

function toResize(options: CompressionOptions): Resize | null {
  const { resizeWidth: widthPx, resizeHeight: heightPx, resizePercent: percent } = options;
  const { maintainAspect, fit } = options;
  if (percent !== undefined) return { percent, maintainAspect: true };
  if (widthPx === undefined && heightPx === undefined) return null;
  return { maintainAspect, ...(widthPx && { widthPx }), ...(heightPx && { heightPx }), ...(fit && { fit }) };
}
