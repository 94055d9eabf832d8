import type { CompressFieldName } from './compressions.ts';
import type { CompressionSettings } from './settings.ts';

/** A compression option as a form field or query parameter. */
type OptionText = [name: CompressFieldName, text: string];

/** Options whose values are lists. As a form field, the items of a list are separated by commas. */
const lists = ['formats', 'preserve'] as const;
/** Options whose values are objects, which form fields contain as JSON. */
const objects = ['metadata', 'variants', 'deliverVariantsTo'] as const;

/**
 * Returns the settings as form fields with the option names of the API. Quality and format are always included, other
 * settings only if they differ from their default.
 */
export function settingsToTexts(settings: CompressionSettings): OptionText[] {
  const { resize, filter } = settings;
  const values: Partial<Record<CompressFieldName, unknown>> = {
    quality: settings.quality,
    format: settings.format,
    formats: settings.formats,
    resizeWidth: resize?.widthPx,
    resizeHeight: resize?.heightPx,
    resizePercent: resize?.percent,
    maintainAspect: resize?.percent === undefined ? resize?.maintainAspect : undefined,
    fit: resize?.fit,
    filter: filter === 'none' ? undefined : filter,
    background: settings.background,
    preserve: settings.preserve,
    color: settings.color,
    hdr: settings.hdr,
    maxBytes: settings.maxBytes,
    minBytes: settings.minBytes,
    onUnreachable: settings.onUnreachable,
    archive: settings.archive,
    variants: settings.variants && JSON.stringify(settings.variants),
  };
  const entries = Object.entries(values) as [CompressFieldName, unknown][];
  return entries.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
}

const numbers = /^(quality|resizeWidth|resizeHeight|resizePercent|maxBytes|minBytes|wait)$/;
const booleans = /^(maintainAspect|isSample|archive)$/;

/** Converts the string value of an option to its JSON value. Returns invalid strings unchanged. */
export function optionFromText(name: string, text: string): unknown {
  if (numbers.test(name)) return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (booleans.test(name)) return text === 'true' ? true : text === 'false' ? false : text;
  if (lists.some((list) => list === name)) return text.split(',');
  if (!objects.some((object) => object === name)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
