/**
 * Every error code that clients can receive, with its HTTP status. Clients translate codes, so a code is never renamed.
 * The English messages of the API are in `error-messages.ts`; the web app has its own texts.
 */
export const errorStatuses = {
  // Request errors
  invalid_request: 400,
  missing_file: 400,
  empty_file: 400,
  too_many_files: 400,
  unknown_field: 400,
  invalid_quality: 400,
  invalid_format: 400,
  invalid_resize: 400,
  invalid_filter: 400,
  invalid_formats: 400,
  invalid_background: 400,
  invalid_color: 400,
  invalid_preserve: 400,
  invalid_file_size: 400,
  invalid_archive: 400,
  invalid_variants: 400,
  invalid_idempotency_key: 400,
  invalid_name: 400,
  invalid_email: 400,
  invalid_password: 400,
  invalid_language: 400,
  invalid_promo_code: 400,
  invalid_reason: 400,
  invalid_full_name: 400,
  invalid_website: 400,
  invalid_description: 400,
  invalid_affiliate_code: 400,
  invalid_signature: 400,
  invalid_label: 400,
  invalid_webhook_url: 400,
  invalid_event_types: 400,
  invalid_url: 400,
  invalid_wait: 400,
  invalid_deliver_to: 400,
  invalid_metadata: 400,
  invalid_batch: 400,
  upload_incomplete: 400,
  not_multipart: 415,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_api_key: 401,
  api_key_expired: 401,
  payment_failed: 402,
  payment_due: 402,
  cross_origin: 403,
  pro_required: 403,
  wrong_password: 403,
  email_not_verified: 403,
  link_not_valid: 403,
  route_not_found: 404,
  compression_not_found: 404,
  affiliate_not_found: 404,
  api_key_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  saved_settings_not_found: 404,
  result_not_ready: 409,
  email_taken: 409,
  idempotency_key_in_flight: 409,
  too_many_api_keys: 409,
  too_many_webhooks: 409,
  too_many_saved_settings: 409,
  webhook_disabled: 409,
  no_subscription: 409,
  refund_not_possible: 409,
  refund_already_requested: 409,
  result_expired: 410,
  original_expired: 410,
  upload_timeout: 408,
  file_too_large: 413,
  request_too_large: 413,
  unsupported_format: 415,
  unsupported_codec: 415,
  range_not_satisfiable: 416,
  // API request errors
  idempotency_key_reused: 422,
  address_not_allowed: 422,
  source_unreachable: 422,
  source_refused: 422,
  // Promotion code errors
  promo_code_not_found: 422,
  promo_code_expired: 422,
  promo_code_not_applicable: 422,
  promo_code_already_used: 422,
  // Limits
  daily_limit_reached: 429,
  address_limit_reached: 429,
  unconfirmed_limit_reached: 429,
  too_many_attempts: 429,
  too_many_requests: 429,
  // Image errors detected by the worker, and cancellation by the owner
  corrupt_image: 422,
  too_many_pixels: 422,
  too_many_pixels_for_format: 422,
  too_many_frames: 422,
  multiple_images: 422,
  camera_raw: 422,
  image_too_complex: 422,
  result_too_large: 422,
  size_unreachable: 422,
  not_archivable: 422,
  animated_variants: 422,
  not_restorable: 422,
  processing_timeout: 422,
  processing_failed: 500,
  canceled: 410,
  // Server errors
  internal: 500,
  server_busy: 503,
  fleet_busy: 503,
  unavailable: 503,
  archive_unavailable: 503,
  payments_not_configured: 503,
  payment_provider_unavailable: 503,
  affiliate_unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** Error codes that only API clients and the payment provider receive, so the web app has no messages for them. */
export const apiClientCodes = [
  'invalid_url',
  'invalid_wait',
  'invalid_deliver_to',
  'invalid_metadata',
  'invalid_batch',
  'invalid_api_key',
  'api_key_expired',
  'invalid_signature',
  'idempotency_key_in_flight',
  'idempotency_key_reused',
  'source_unreachable',
  'source_refused',
  'too_many_requests',
] as const satisfies readonly ErrorCode[];

/** Reasons why an accepted compression can end as `failed`. */
export const failureCodes = [
  'corrupt_image',
  'too_many_pixels',
  'too_many_pixels_for_format',
  'too_many_frames',
  'multiple_images',
  'camera_raw',
  'image_too_complex',
  'result_too_large',
  'size_unreachable',
  'not_archivable',
  'not_restorable',
  'archive_unavailable',
  'animated_variants',
  'unsupported_format',
  'processing_timeout',
  'processing_failed',
  'canceled',
] as const satisfies readonly ErrorCode[];
export type FailureCode = (typeof failureCodes)[number];

const countedFailureCodes: readonly FailureCode[] = [
  'canceled',
  'processing_timeout',
  'image_too_complex',
  'result_too_large',
  'size_unreachable',
];

/**
 * Returns whether a failed compression still counts against the quota: true if the owner deleted it, or if the image
 * was valid but too expensive to process.
 */
export const isCountedFailure = (code: FailureCode): boolean => countedFailureCodes.includes(code);

/** Values for the placeholders in an error message, for example the exceeded limit. */
export type ErrorDetails = Record<string, string | number>;

/** Values inserted into the error message of a failed compression, such as the format of an oversized result. */
export type FailureDetails = ErrorDetails;
