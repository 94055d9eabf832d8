import { colorChoices, hdrChoices } from '@gossamer/contracts/color-choices';
import type { EngineEffort } from '@gossamer/contracts/engine-report';
import {
  type EncodedFormat,
  encodedFormats,
  type InputFormat,
  type OutputFormat,
  sameFormatOf,
} from '@gossamer/contracts/formats';
import { isArchivable } from '@gossamer/contracts/is-archivable';
import {
  type CompressionSettings,
  colorFilters,
  fileSizeLimits,
  maxQuality,
  maxResizePercent,
  maxResizePx,
  minQuality,
  type PreservableMetadata,
  preservableMetadata,
  type Resize,
  toColorSettings,
  toFileSizeSettings,
  unreachableChoices,
} from '@gossamer/contracts/settings';
import { z } from 'zod';
import { CompatibleError } from './faults.ts';

/**
 * Quality that users of the Tinify interface expect. PNG uses quality 95 and fast effort, because users check that a
 * graphic keeps every color, and the test suites of Tinify clients expect PNG sizes above a lower limit
 * (docs/decisions/0029).
 */
const usualQuality = 85;
const pngQuality = 95;

/** Returns the engine effort for PNG, or undefined for other formats, whose effort depends on the load. */
export const effortOf = ({ format }: CompressionSettings): EngineEffort | undefined =>
  format === 'png' ? 'fast' : undefined;

const side = z.int().min(1).max(maxResizePx);
const fileBytes = z.int().min(fileSizeLimits.minBytes).max(fileSizeLimits.maxBytes);
const commands = z.strictObject({
  resize: z
    .strictObject({
      /** `fill` is an extension of the Tinify interface. */
      method: z.enum(['scale', 'fit', 'cover', 'thumb', 'fill']),
      width: side.optional(),
      height: side.optional(),
      /** Extension of the Tinify interface: width and height in percent of the original, with the method `scale`. */
      percent: z.int().min(1).max(maxResizePercent).optional(),
    })
    .optional(),
  convert: z.strictObject({ type: z.union([z.string(), z.array(z.string()).min(1).max(8)]) }).optional(),
  transform: z.strictObject({ background: z.string() }).optional(),
  preserve: z.union([z.string(), z.array(z.string()).max(8)]).optional(),
  /** This field and all following ones are extensions of the Tinify interface. Their names are those of the Pro API. */
  quality: z.int().min(minQuality).max(maxQuality).optional(),
  filter: z.enum(colorFilters).optional(),
  color: z.enum(colorChoices).optional(),
  hdr: z.enum(hdrChoices).optional(),
  target: z
    .strictObject({
      maxBytes: fileBytes.optional(),
      minBytes: fileBytes.optional(),
      onUnreachable: z.enum(unreachableChoices).optional(),
    })
    .refine(({ minBytes = 0, maxBytes = Infinity }) => minBytes <= maxBytes)
    .optional(),
  archive: z.boolean().optional(),
});
export type Commands = z.output<typeof commands>;

/**
 * Parses the JSON commands that apply to an uploaded image.
 * @throws CompatibleError
 */
export function readCommands(given: unknown): Commands {
  const parsed = commands.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join('.') || 'body';
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0]?.slice(0, 64) : undefined;
  throw invalid(unknown ? `Command '${unknown}' not supported` : `Invalid value for '${at}'`);
}

/** Returns the settings for a new upload, which preserve the image's format if it is an output format. */
export function settingsOfInput(input: InputFormat): CompressionSettings {
  return inFormat(sameFormatOf(input));
}

function inFormat(format: OutputFormat): CompressionSettings {
  const quality = format === 'png' ? pngQuality : usualQuality;
  return { quality, filter: 'none', resize: null, format };
}

/**
 * Converts the JSON commands of a Tinify client to compression settings.
 * @throws CompatibleError
 */
export function settingsOf(input: InputFormat, { archive, ...asked }: Commands): CompressionSettings {
  if (!archive) return encodingSettingsOf(input, asked);
  const settings = encodingSettingsOf(input, { ...asked, convert: asked.convert ?? { type: 'image/jxl' } });
  if (!isArchivable(settings))
    throw invalid('Command archive cannot be combined with commands other than quality');
  return { ...settings, archive };
}

function encodingSettingsOf(
  input: InputFormat,
  { resize, convert, transform, preserve, quality, filter, color, hdr, target }: Omit<Commands, 'archive'>,
): CompressionSettings {
  const background = transform && readBackground(transform.background);
  const kept = preserve === undefined ? [] : readPreserve([preserve].flat());
  return {
    ...(convert ? settingsOfTypes(input, [convert.type].flat(), transform) : settingsOfInput(input)),
    ...(quality !== undefined && { quality }),
    ...(filter && { filter }),
    ...(resize && { resize: readResize(resize) }),
    ...(background && { background }),
    ...(kept.length > 0 && { preserve: kept }),
    ...toColorSettings({ color, hdr }),
    ...(target && toFileSizeSettings(target)),
  };
}

const sizeOf = (width?: number, height?: number): Pick<Resize, 'widthPx' | 'heightPx'> => ({
  ...(width && { widthPx: width }),
  ...(height && { heightPx: height }),
});

function readResize({ method, width, height, percent }: NonNullable<Commands['resize']>): Resize {
  const size = sizeOf(width, height);
  const sides = Object.keys(size).length;
  if (percent !== undefined) {
    if (method === 'scale' && sides === 0) return { percent, maintainAspect: true };
    throw invalid('Resize percent needs the method scale, without a width and a height');
  }
  if (method === 'scale') {
    if (sides === 2) throw invalid('Resize method scale takes a width or a height, not both');
    if (sides === 0) throw invalid('Resize method scale needs a width or a height');
    return { ...size, maintainAspect: true };
  }
  if (sides < 2) throw invalid(`Resize method ${method} needs a width and a height`);
  return { ...size, maintainAspect: true, fit: method === 'fit' ? 'inside' : method };
}

/**
 * Returns the settings for converting to one media type, or to whichever of several types yields the smallest file. A
 * transparent image is converted to JPEG only if a background is given. If the image may be transparent and no
 * background is given, JPEG is requested as a list with one format, because the engine rejects such a list if the image
 * is transparent.
 */
function settingsOfTypes(
  input: InputFormat,
  types: string[],
  transform: Commands['transform'],
): CompressionSettings {
  const formats = [...new Set(types.flatMap(formatsOf))];
  const [only] = formats;
  const mayBeTransparent = input !== 'jpeg' && transform === undefined;
  if (formats.length === 1 && only && !(only === 'jpeg' && mayBeTransparent)) return inFormat(only);
  return { ...inFormat('auto'), formats };
}

function formatsOf(type: string): EncodedFormat[] {
  // Exclude JPEG XL, which Tinify does not return.
  if (type === '*/*') return encodedFormats.filter((format) => format !== 'jxl');
  const name = type.toLowerCase().replace(/^image\//, '');
  const format = encodedFormats.find((encoded) => encoded === (name === 'jpg' ? 'jpeg' : name));
  if (!format) throw invalid(`Type '${type.slice(0, 64)}' not supported`);
  return [format];
}

function readBackground(text: string): string {
  const color = { white: '#ffffff', black: '#000000' }[text.toLowerCase()] ?? text.toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color)) throw invalid(`Background '${text.slice(0, 64)}' not supported`);
  return color;
}

function readPreserve(keys: string[]): PreservableMetadata[] {
  const bad = keys.find((key) => !preservableMetadata.some((known) => known === key));
  if (bad !== undefined) throw invalid(`Metadata key '${bad.slice(0, 64)}' not supported`);
  return preservableMetadata.filter((known) => keys.includes(known));
}

const invalid = (text: string) => new CompatibleError('JSON validation error', text);
