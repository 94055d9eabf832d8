/**
 * Every error code that a client can see, with its HTTP status.
 * A code is a promise: clients translate it, so it is never renamed. Texts live with whoever shows them;
 * the English text that the API sends is in service-kit's `error-messages.ts`.
 */
export const errorStatuses = {
  // The request
  invalid_request: 400,
  missing_file: 400,
  empty_file: 400,
  too_many_files: 400,
  unknown_field: 400,
  invalid_quality: 400,
  invalid_format: 400,
  invalid_resize: 400,
  invalid_filter: 400,
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
  upload_incomplete: 400,
  not_multipart: 415,
  unauthorized: 401,
  invalid_credentials: 401,
  payment_failed: 402,
  payment_due: 402,
  cross_origin: 403,
  wrong_password: 403,
  email_not_verified: 403,
  link_not_valid: 403,
  route_not_found: 404,
  compression_not_found: 404,
  affiliate_not_found: 404,
  result_not_ready: 409,
  email_taken: 409,
  no_subscription: 409,
  refund_not_possible: 409,
  refund_already_requested: 409,
  result_expired: 410,
  original_expired: 410,
  upload_timeout: 408,
  file_too_large: 413,
  request_too_large: 413,
  unsupported_format: 415,
  range_not_satisfiable: 416,
  // Promotion codes
  promo_code_not_found: 422,
  promo_code_expired: 422,
  promo_code_not_applicable: 422,
  // Limits, each with the time when it resets
  daily_limit_reached: 429,
  address_limit_reached: 429,
  too_many_attempts: 429,
  // The picture, found out by the worker; or taken back by its owner
  corrupt_image: 422,
  too_many_pixels: 422,
  too_many_pixels_for_format: 422,
  image_too_complex: 422,
  processing_timeout: 422,
  processing_failed: 500,
  canceled: 410,
  // Us
  internal: 500,
  server_busy: 503,
  fleet_busy: 503,
  unavailable: 503,
  payments_not_configured: 503,
  payment_provider_unavailable: 503,
  affiliate_unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** Why an accepted compression can end as `failed`. */
export const failureCodes = [
  'corrupt_image',
  'too_many_pixels',
  'too_many_pixels_for_format',
  'image_too_complex',
  'unsupported_format',
  'processing_timeout',
  'processing_failed',
  'canceled',
] as const satisfies readonly ErrorCode[];
export type FailureCode = (typeof failureCodes)[number];
