import { type CompressFieldName, compressFieldNames } from '@gossamer/contracts/compressions';
import { outputFormats } from '@gossamer/contracts/formats';
import {
  type CompressionSettings,
  colorFilters,
  defaultSettings,
  type FileSizeSettings,
  fileSizeLimits,
  maxQuality,
  maxResizePx,
  minQuality,
  toFileSizeSettings,
  unreachableChoices,
} from '@gossamer/contracts/settings';
import { AppError } from '@gossamer/service-kit/errors';
import { type FieldFault, settingFaults } from './setting-faults.ts';

/** Text fields of a form as received, by name. */
export type FormFields = Map<CompressFieldName, string>;

/**
 * Adds a form field to `fields`.
 * @throws AppError if the field is unknown or was sent before
 */
export function noteField(fields: FormFields, name: string, value: unknown): void {
  if (!isKnown(name)) {
    throw new AppError('unknown_field', {
      field: name.slice(0, 64),
      details: { name: name.slice(0, 64), allowed },
    });
  }
  if (fields.has(name) || typeof value !== 'string') throw fault(name);
  fields.set(name, value.trim());
}

/**
 * Returns the compression settings from form fields. Absent or empty fields get their defaults.
 * @throws AppError that identifies the first invalid field
 */
export function readFields(fields: FormFields): CompressionSettings {
  // Validate the field `isSample`, but ignore its value: the sample image is recognized by its hash.
  oneOf(fields, 'isSample', ['true', 'false']);
  return {
    quality: wholeNumber(fields, 'quality', minQuality, maxQuality) ?? defaultSettings.quality,
    format: oneOf(fields, 'format', outputFormats) ?? defaultSettings.format,
    filter: oneOf(fields, 'filter', colorFilters) ?? defaultSettings.filter,
    resize: readResize(fields),
    ...readFileSize(fields),
  };
}

function readResize(fields: FormFields): CompressionSettings['resize'] {
  const widthPx = wholeNumber(fields, 'resizeWidth', 1, maxResizePx);
  const heightPx = wholeNumber(fields, 'resizeHeight', 1, maxResizePx);
  const maintainAspect = oneOf(fields, 'maintainAspect', ['true', 'false']) !== 'false';
  if (widthPx === undefined && heightPx === undefined) return null;
  return { maintainAspect, ...(widthPx && { widthPx }), ...(heightPx && { heightPx }) };
}

function readFileSize(fields: FormFields): FileSizeSettings {
  const { minBytes: least, maxBytes: most } = fileSizeLimits;
  const maxBytes = wholeNumber(fields, 'maxBytes', least, most);
  const minBytes = wholeNumber(fields, 'minBytes', least, most);
  const onUnreachable = oneOf(fields, 'onUnreachable', unreachableChoices);
  if (minBytes !== undefined && maxBytes !== undefined && minBytes > maxBytes) throw fault('minBytes');
  return toFileSizeSettings({ maxBytes, minBytes, onUnreachable });
}

function wholeNumber(
  fields: FormFields,
  name: CompressFieldName,
  min: number,
  max: number,
): number | undefined {
  const text = fields.get(name);
  if (!text) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw fault(name);
  return value;
}

function oneOf<T extends string>(
  fields: FormFields,
  name: CompressFieldName,
  values: readonly T[],
): T | undefined {
  const text = fields.get(name);
  if (!text) return undefined;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw fault(name);
  return value;
}

const allowed = ['image', ...compressFieldNames].join(', ');

const faults: Record<CompressFieldName, FieldFault> = {
  ...settingFaults,
  isSample: { code: 'invalid_request' },
};

function fault(name: CompressFieldName): AppError {
  const { code, details = {} } = faults[name];
  return new AppError(code, { field: name, details });
}

function isKnown(name: string): name is CompressFieldName {
  return (compressFieldNames as readonly string[]).includes(name);
}
