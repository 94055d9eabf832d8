import { type ApiOptions, apiBatch, apiLimits, apiOptions, apiSubmission } from '@gossamer/contracts/api';
import type { compressionOptions } from '@gossamer/contracts/api-options';
import {
  type CompressionSettings,
  type FileSizeSettings,
  toFileSizeSettings,
} from '@gossamer/contracts/settings';
import { maxWebhookUrlChars } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { z } from 'zod';
import { type FieldFault, settingFaults } from '../../compressions/upload/setting-faults.ts';

type FieldName = keyof z.input<typeof apiSubmission>;

const fieldNames = Object.keys(apiSubmission.shape) as FieldName[];
const { maxMetadataKeys, maxMetadataKeyChars, maxMetadataValueChars, maxUrlChars } = apiLimits;

const faults: Record<FieldName, FieldFault> = {
  ...settingFaults,
  filename: { code: 'invalid_request' },
  wait: { code: 'invalid_wait', details: { max: apiLimits.maxWaitSeconds } },
  webhookUrl: { code: 'invalid_webhook_url', details: { max: maxWebhookUrlChars } },
  metadata: {
    code: 'invalid_metadata',
    details: {
      maxKeys: maxMetadataKeys,
      maxKeyChars: maxMetadataKeyChars,
      maxValueChars: maxMetadataValueChars,
    },
  },
  url: { code: 'invalid_url', details: { max: maxUrlChars } },
};

/**
 * Validates the compression options of an image that was sent as a form or as raw bytes.
 * @throws AppError that identifies the first invalid field
 */
export const readOptions = (given: Record<string, unknown>): ApiOptions => readBy(apiOptions, given);

/**
 * Validates a JSON body with the URL of an image and the options.
 * @throws AppError that identifies the first invalid field
 */
export const readSubmission = (given: unknown) => readBy(apiSubmission, given);

/**
 * Validates the body of a batch request. The error for an invalid field includes the item's index, for example
 * `[3].quality`.
 * @throws AppError
 */
export function readBatch(given: unknown): z.output<typeof apiBatch> {
  if (!Array.isArray(given) || given.length === 0 || given.length > apiLimits.maxBatchItems) {
    throw new AppError('invalid_batch', { details: { max: apiLimits.maxBatchItems } });
  }
  return given.map((item: unknown, index) => readBy(apiBatch.element, item, `[${index}].`));
}

/** Returns the error for an invalid query parameter. */
export const toQueryFault = (name: string): AppError =>
  Object.hasOwn(faults, name)
    ? fault(name as FieldName, '')
    : new AppError('invalid_request', { field: name });

/** Converts the string fields of a form or query to typed values. @throws AppError on unknown or repeated fields */
export function fromTexts(texts: Iterable<[string, unknown]>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of texts) {
    assertKnown(name, fieldNames, '');
    if (typeof text !== 'string' || Object.hasOwn(values, name)) throw fault(name as FieldName, '');
    if (text.trim() !== '') values[name] = meant(name, text.trim());
  }
  return values;
}

/** Converts API options to compression settings. */
export function toSettings(options: ApiOptions): CompressionSettings {
  const { quality, format, filter, resizeWidth, resizeHeight, maintainAspect } = options;
  const isResized = resizeWidth !== undefined || resizeHeight !== undefined;
  return {
    quality,
    format,
    filter,
    resize: isResized
      ? {
          maintainAspect,
          ...(resizeWidth && { widthPx: resizeWidth }),
          ...(resizeHeight && { heightPx: resizeHeight }),
        }
      : null,
    ...toFileSizeSettings(options),
  };
}

function meant(name: string, text: string): unknown {
  if (/^(quality|resizeWidth|resizeHeight|maxBytes|minBytes|wait)$/.test(name))
    return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (name === 'maintainAspect') return text === 'true' ? true : text === 'false' ? false : text;
  if (name !== 'metadata') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function readBy<S extends z.ZodObject<typeof compressionOptions.shape>>(
  schema: S,
  given: unknown,
  place = '',
): z.output<S> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new AppError('invalid_request', { field: place ? place.slice(0, -1) : 'body' });
  }
  const names = Object.keys(schema.shape);
  for (const name of Object.keys(given)) assertKnown(name, names, place);
  const parsed = schema.safeParse(given);
  if (parsed.success) {
    const { minBytes = 0, maxBytes = Infinity }: FileSizeSettings = parsed.data;
    if (minBytes > maxBytes) throw fault('minBytes', place);
    return parsed.data;
  }
  throw fault(String(parsed.error.issues[0]?.path[0]) as FieldName, place);
}

function assertKnown(name: string, names: readonly string[], place: string): void {
  if (names.includes(name)) return;
  const shown = name.slice(0, 64);
  throw new AppError('unknown_field', {
    field: `${place}${shown}`,
    details: { name: shown, allowed: names.join(', ') },
  });
}

function fault(name: FieldName, place: string): AppError {
  const { code, details = {} } = faults[name];
  return new AppError(code, { field: `${place}${name}`, details });
}
