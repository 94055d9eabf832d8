import { type ApiOptions, apiBatch, apiLimits, apiOptions, apiSubmission } from '@gossamer/contracts/api';
import { maxDeliverToChars } from '@gossamer/contracts/result-deliveries';
import { settingFaults } from '@gossamer/contracts/setting-faults';
import { maxWebhookUrlChars } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { z } from 'zod';
import { type FieldFaults, fromTexts, readBy, toFault } from '../../compressions/upload/read-options.ts';

type FieldName = keyof z.input<typeof apiSubmission>;

const fieldNames = Object.keys(apiSubmission.shape);
const { maxMetadataKeys, maxMetadataKeyChars, maxMetadataValueChars, maxUrlChars } = apiLimits;

const faults: FieldFaults<FieldName> = {
  ...settingFaults,
  filename: { code: 'invalid_request' },
  wait: { code: 'invalid_wait', details: { max: apiLimits.maxWaitSeconds } },
  webhookUrl: { code: 'invalid_webhook_url', details: { max: maxWebhookUrlChars } },
  deliverTo: { code: 'invalid_deliver_to', details: { max: maxDeliverToChars } },
  deliverVariantsTo: { code: 'invalid_deliver_to', details: { max: maxDeliverToChars } },
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
export const readOptions = (texts: Iterable<[string, unknown]>): ApiOptions =>
  readBy(apiOptions, faults, fromTexts(texts, fieldNames, faults));

/**
 * Validates a JSON body with the URL of an image and the options.
 * @throws AppError that identifies the first invalid field
 */
export const readSubmission = (given: unknown) => readBy(apiSubmission, faults, given);

/**
 * Validates the body of a batch request. The error for an invalid field includes the item's index, for example
 * `[3].quality`.
 * @throws AppError
 */
export function readBatch(given: unknown): z.output<typeof apiBatch> {
  if (!Array.isArray(given) || given.length === 0 || given.length > apiLimits.maxBatchItems) {
    throw new AppError('invalid_batch', { details: { max: apiLimits.maxBatchItems } });
  }
  return given.map((item: unknown, index) => readBy(apiBatch.element, faults, item, `[${index}].`));
}

/** Returns the error for an invalid query parameter. */
export const toQueryFault = (name: string): AppError => toFault(faults, name);
