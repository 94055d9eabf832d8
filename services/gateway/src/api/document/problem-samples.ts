import { STATUS_CODES } from 'node:http';
import { apiLimits } from '@gossamer/contracts/api';
import { colorChoices, hdrChoices } from '@gossamer/contracts/color-choices';
import { type ErrorCode, type ErrorDetails, errorStatuses } from '@gossamer/contracts/errors';
import { encodedFormats, outputFormats } from '@gossamer/contracts/formats';
import { formatMaxPixels, planLimits } from '@gossamer/contracts/limits';
import type { Problem } from '@gossamer/contracts/problems';
import { maxDeliverToChars } from '@gossamer/contracts/result-deliveries';
import { settingFaults } from '@gossamer/contracts/setting-faults';
import {
  colorFilters,
  fileSizeLimits,
  maxQuality,
  maxResizePercent,
  maxResizePx,
  minQuality,
  preservableMetadata,
  resizeFits,
  unreachableChoices,
} from '@gossamer/contracts/settings';
import { maxWebhookUrlChars } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import { faultBody } from '@gossamer/service-kit/http/error-handler';

interface Sample {
  field?: string;
  details?: ErrorDetails;
  retryAfterSeconds?: number;
}

/**
 * Returns error details with the limit in megapixels. The estimate operation includes the limit in every error about an
 * invalid image.
 */
const megapixels = (pixels: number) => ({ maxMegapixels: pixels / 1_000_000 });

/** Every error code of the API with sample details. A test compares the samples with the gateway's responses. */
const samples = {
  invalid_request: { field: 'body' },
  missing_file: { field: 'image' },
  empty_file: { field: 'image' },
  too_many_files: { field: 'image' },
  unknown_field: { field: 'tint', details: { name: 'tint', allowed: 'quality, format, filter' } },
  invalid_quality: { field: 'quality', details: { min: minQuality, max: maxQuality } },
  invalid_format: { field: 'format', details: { allowed: outputFormats.join(', ') } },
  invalid_filter: { field: 'filter', details: { allowed: colorFilters.join(', ') } },
  invalid_archive: { field: 'archive' },
  invalid_variants: { field: 'variants', details: settingFaults.variants.details },
  invalid_file_size: {
    field: 'maxBytes',
    details: {
      min: fileSizeLimits.minBytes,
      max: fileSizeLimits.maxBytes,
      allowed: unreachableChoices.join(', '),
    },
  },
  invalid_resize: {
    field: 'resizeWidth',
    details: { max: maxResizePx, maxPercent: maxResizePercent, allowed: resizeFits.join(', ') },
  },
  invalid_formats: { field: 'formats', details: { allowed: encodedFormats.join(', ') } },
  invalid_background: { field: 'background' },
  invalid_color: {
    field: 'color',
    details: { colors: colorChoices.join(', '), hdr: hdrChoices.join(', ') },
  },
  invalid_preserve: { field: 'preserve', details: { allowed: preservableMetadata.join(', ') } },
  invalid_wait: { field: 'wait', details: { max: apiLimits.maxWaitSeconds } },
  invalid_webhook_url: { field: 'webhookUrl', details: { max: maxWebhookUrlChars } },
  invalid_deliver_to: { field: 'deliverTo', details: { max: maxDeliverToChars } },
  invalid_metadata: {
    field: 'metadata',
    details: {
      maxKeys: apiLimits.maxMetadataKeys,
      maxKeyChars: apiLimits.maxMetadataKeyChars,
      maxValueChars: apiLimits.maxMetadataValueChars,
    },
  },
  invalid_url: { field: 'url', details: { max: apiLimits.maxUrlChars } },
  invalid_batch: { details: { max: apiLimits.maxBatchItems } },
  invalid_idempotency_key: { field: 'Idempotency-Key' },
  upload_incomplete: { field: 'image' },
  invalid_api_key: {},
  api_key_expired: {},
  pro_required: {},
  link_not_valid: {},
  route_not_found: {},
  compression_not_found: {},
  upload_timeout: { field: 'image' },
  result_not_ready: {},
  idempotency_key_in_flight: { field: 'Idempotency-Key', retryAfterSeconds: 2 },
  result_expired: {},
  canceled: {},
  file_too_large: { field: 'image', details: { maxMegabytes: planLimits.pro.maxFileBytes / 1_048_576 } },
  request_too_large: {},
  unsupported_format: { field: 'image' },
  unsupported_codec: { field: 'image', details: { codec: 'H.264' } },
  range_not_satisfiable: {},
  idempotency_key_reused: { field: 'Idempotency-Key' },
  address_not_allowed: { field: 'url' },
  source_unreachable: { field: 'url', details: { reason: 'the host could not be reached' } },
  source_refused: { field: 'url', details: { status: 404 } },
  corrupt_image: { details: megapixels(planLimits.pro.maxPixels) },
  too_many_pixels: { details: megapixels(planLimits.pro.maxPixels) },
  too_many_pixels_for_format: { details: megapixels(formatMaxPixels.avif) },
  too_many_frames: { details: megapixels(planLimits.pro.maxPixels) },
  multiple_images: { details: megapixels(planLimits.pro.maxPixels) },
  camera_raw: { details: megapixels(planLimits.pro.maxPixels) },
  image_too_complex: { details: megapixels(planLimits.pro.maxPixels) },
  result_too_large: { details: { ...megapixels(planLimits.pro.maxPixels), format: 'PNG', times: 13 } },
  not_archivable: { details: megapixels(planLimits.pro.maxPixels) },
  animated_variants: { details: megapixels(planLimits.pro.maxPixels) },
  not_restorable: { details: megapixels(planLimits.pro.maxPixels) },
  size_unreachable: {
    details: { ...megapixels(planLimits.pro.maxPixels), closestBytes: 61_204, closestScore: 12.5 },
  },
  processing_timeout: { details: megapixels(planLimits.pro.maxPixels) },
  too_many_requests: { details: { max: apiLimits.requestsPerMinute }, retryAfterSeconds: 17 },
  internal: {},
  processing_failed: { details: megapixels(planLimits.pro.maxPixels) },
  server_busy: { retryAfterSeconds: 5 },
  archive_unavailable: {},
  fleet_busy: { retryAfterSeconds: 30 },
  unavailable: { retryAfterSeconds: 5 },
  storage_full: { retryAfterSeconds: 60 },
} as const satisfies Partial<Record<ErrorCode, Sample>>;

export type ApiCode = keyof typeof samples;
export const apiCodes = Object.keys(samples) as ApiCode[];

/** Returns whether error responses with the given code have a `Retry-After` header. */
export const isRetried = (code: ApiCode): boolean => 'retryAfterSeconds' in samples[code];

/** Returns a sample error response with the given code for a service with the given public URL. */
export function problemSample(code: ApiCode, publicUrl: string): Problem {
  const sample: Sample = samples[code];
  const { message, ...rest } = faultBody(new AppError(code, sample), '4bf92f3577b34da6a3ce929d');
  const status = errorStatuses[code];
  return {
    type: new URL(`/api/docs/errors#${code}`, publicUrl).href,
    title: STATUS_CODES[status] ?? code,
    status,
    detail: message,
    ...rest,
    ...(sample.retryAfterSeconds !== undefined && { retryAfter: sample.retryAfterSeconds }),
  };
}
