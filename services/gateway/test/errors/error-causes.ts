import type { ErrorCode } from '@gossamer/contracts/errors';

/** A request that triggers an error code, and the test that sends the request. */
export interface ErrorCause {
  /** File or request that triggers the error code. */
  cause: string;
  /** Path of a test that verifies the error code. */
  shownBy: string;
}

/** End-to-end test that compares the codes, statuses and messages of real responses with docs/errors.md. */
const product = 'apps/web/e2e/error-table.e2e.ts';
const gateway = (file: string) => `services/gateway/test/${file}.test.ts`;
const billing = (file: string) => `services/billing/test/${file}.test.ts`;
const engine = (file: string) => `packages/engine/test/${file}.test.ts`;
const worker = (file: string) => `services/compressor-worker/test/${file}.test.ts`;

/** Cause of each error code. The type requires an entry for every code. */
export const errorCauses: Record<ErrorCode, ErrorCause> = {
  // Errors caused by uploaded files
  missing_file: { cause: 'A form without a file', shownBy: product },
  empty_file: { cause: 'photo.jpg of 0 bytes', shownBy: product },
  too_many_files: { cause: 'A form with two files', shownBy: product },
  unsupported_format: { cause: 'A text file named photo.jpg', shownBy: product },
  unsupported_codec: { cause: 'A HEIF file whose images are encoded with AV1', shownBy: product },
  file_too_large: { cause: 'A JPEG of more than 50 MB (Pro: 100 MB)', shownBy: product },
  upload_incomplete: { cause: 'A form that ends before its last boundary', shownBy: product },
  upload_timeout: { cause: 'An upload that stalls', shownBy: gateway('compressions/upload/broken-off') },
  not_multipart: { cause: 'An upload sent as JSON', shownBy: product },
  request_too_large: {
    cause: 'A JSON body of more than 64 KB (a batch: 4 MB)',
    shownBy: gateway('api/docs/answers'),
  },
  corrupt_image: { cause: 'A PNG cut off in the middle', shownBy: product },
  too_many_pixels: { cause: 'A PNG of 20,000 × 20,000 pixels', shownBy: product },
  too_many_pixels_for_format: { cause: 'A PNG of 17,000 × 8 pixels, to WebP', shownBy: product },
  too_many_frames: { cause: 'An animated WebP of 2,001 frames', shownBy: engine('refusals') },
  multiple_images: { cause: 'A TIFF of two pages', shownBy: engine('tiff-input') },
  camera_raw: { cause: 'A TIFF with the version tag of DNG', shownBy: engine('tiff-input') },
  image_too_complex: {
    cause: 'An engine process that exceeds a lowered memory limit (no known file does)',
    shownBy: worker('engine-pool/engine-child'),
  },
  result_too_large: {
    cause: 'A photo of 54 megapixels with much noise, as PNG',
    shownBy: worker('engine-pool/result-size'),
  },
  not_archivable: { cause: 'A PNG with `archive=true`', shownBy: product },
  animated_variants: { cause: 'An animated WebP with `variants`', shownBy: product },
  not_restorable: { cause: 'The first bytes of a JPEG XL archive', shownBy: product },
  size_unreachable: {
    cause: 'A photo of 0.5 megapixels in at most 100 bytes, or else `fail`',
    shownBy: product,
  },
  processing_timeout: {
    cause: 'An engine process that exceeds a lowered time limit (no known file does)',
    shownBy: worker('engine-pool/engine-child'),
  },
  processing_failed: {
    cause: 'An engine process that crashes three times (no known file causes it)',
    shownBy: worker('job/compress-image'),
  },
  storage_full: {
    cause: 'An upload while the disk is full',
    shownBy: 'packages/service-kit/test/http/http.test.ts',
  },
  // Errors caused by upload settings
  unknown_field: { cause: 'A form with the field `tint`', shownBy: product },
  invalid_quality: { cause: '`quality=101`', shownBy: product },
  invalid_format: { cause: '`format=tiff`', shownBy: product },
  invalid_resize: { cause: '`resizeWidth=0`', shownBy: product },
  invalid_file_size: { cause: '`maxBytes=0`', shownBy: product },
  invalid_archive: { cause: '`archive=true` and `format=webp`', shownBy: product },
  invalid_variants: { cause: '`variants={"widths":[8]}`', shownBy: product },
  invalid_formats: { cause: '`formats=gif`', shownBy: product },
  invalid_color: { cause: '`color=p3`', shownBy: product },
  invalid_background: { cause: '`background=red`', shownBy: product },
  invalid_preserve: { cause: '`preserve=camera`', shownBy: product },
  invalid_filter: { cause: '`filter=blur`', shownBy: product },
  invalid_idempotency_key: { cause: 'An `Idempotency-Key` of five characters', shownBy: product },
  // Compression errors
  compression_not_found: { cause: 'The id of a compression that does not exist', shownBy: product },
  result_not_ready: {
    cause: 'A download before the job is done, or after it has failed',
    shownBy: gateway('api/docs/answers'),
  },
  result_expired: { cause: 'A download after the result was deleted', shownBy: product },
  original_expired: {
    cause: 'A download of a deleted original',
    shownBy: gateway('compressions/results/download'),
  },
  range_not_satisfiable: { cause: 'A range beyond the end of the result', shownBy: product },
  canceled: {
    cause: 'A compression deleted while it is waiting',
    shownBy: gateway('compressions/history/delete-now'),
  },
  // Account errors
  invalid_request: { cause: 'A body that is not a JSON object', shownBy: gateway('accounts/refusals') },
  unauthorized: { cause: 'A request for member data without a session', shownBy: product },
  invalid_credentials: { cause: 'A login with an unknown email address', shownBy: product },
  invalid_name: { cause: 'A sign-up with a first name of one letter', shownBy: product },
  invalid_email: { cause: 'A sign-up with `maya@`', shownBy: product },
  invalid_password: { cause: 'A sign-up with a password of five characters', shownBy: product },
  invalid_language: { cause: 'A sign-up with the language `xx`', shownBy: product },
  email_taken: { cause: 'A sign-up with a known email address', shownBy: product },
  wrong_password: { cause: 'A password change with a wrong current password', shownBy: product },
  email_not_verified: { cause: 'A data export before the address is confirmed', shownBy: product },
  link_not_valid: { cause: 'A mailed link with a made-up token', shownBy: product },
  too_many_attempts: { cause: 'More than 20 failed logins', shownBy: gateway('accounts/limits') },
  cross_origin: { cause: 'An upload from a page of another site', shownBy: product },
  route_not_found: { cause: 'A path that does not exist', shownBy: product },
  // Limit errors
  daily_limit_reached: { cause: 'The 51st compression of a day', shownBy: gateway('limits/quota') },
  unconfirmed_limit_reached: {
    cause:
      'The 251st compression of a day from one network, by a member whose email address is not confirmed',
    shownBy: gateway('limits/unconfirmed'),
  },
  address_limit_reached: {
    cause: 'The 251st compression of a day from one network',
    shownBy: gateway('limits/addresses'),
  },
  too_many_requests: { cause: 'More than 1,200 API requests in a minute', shownBy: gateway('api/v1/jobs') },
  // API client errors
  api_key_expired: {
    cause: 'An API request with a key after its last day',
    shownBy: gateway('accounts/api-keys/expiry'),
  },
  invalid_api_key: { cause: 'An API request without a key', shownBy: product },
  pro_required: { cause: 'A new API key on the free plan', shownBy: product },
  invalid_url: { cause: 'A source URL with `ftp:`', shownBy: product },
  invalid_wait: { cause: '`wait` of 61 seconds', shownBy: product },
  invalid_deliver_to: { cause: '`deliverTo` with `ftp:`', shownBy: product },
  invalid_metadata: { cause: 'A metadata value of 501 characters', shownBy: product },
  invalid_batch: { cause: 'A batch without items', shownBy: product },
  idempotency_key_in_flight: {
    cause: 'The same `Idempotency-Key` while the first request is running',
    shownBy: gateway('api/docs/answers'),
  },
  idempotency_key_reused: {
    cause: 'The same `Idempotency-Key` for another request',
    shownBy: gateway('api/v1/idempotency'),
  },
  address_not_allowed: {
    cause: 'A source or webhook URL in a private network, or a source URL with a blocked port',
    shownBy: product,
  },
  source_unreachable: { cause: 'A source URL whose host does not exist', shownBy: product },
  source_refused: { cause: 'A source URL that answers 404', shownBy: gateway('api/v1/submit') },
  // API key and webhook errors
  invalid_label: { cause: 'An API key without a name', shownBy: product },
  invalid_webhook_url: { cause: 'A webhook URL with `ftp:`', shownBy: product },
  invalid_event_types: { cause: 'A webhook without events', shownBy: product },
  api_key_not_found: { cause: 'An API key that does not exist', shownBy: product },
  webhook_not_found: { cause: 'A webhook that does not exist', shownBy: product },
  delivery_not_found: { cause: 'A delivery that does not exist', shownBy: product },
  saved_settings_not_found: { cause: 'Saved settings that do not exist', shownBy: product },
  too_many_api_keys: { cause: 'The 21st API key', shownBy: product },
  too_many_webhooks: { cause: 'The 11th webhook', shownBy: gateway('webhooks/endpoints') },
  too_many_saved_settings: { cause: 'The 21st saved settings', shownBy: product },
  webhook_disabled: {
    cause: 'A delivery to a webhook that is turned off',
    shownBy: gateway('webhooks/deliveries'),
  },
  // Payment errors
  invalid_promo_code: { cause: 'A promo code with a space', shownBy: gateway('billing/routes') },
  promo_code_not_found: { cause: 'A promo code that does not exist', shownBy: product },
  promo_code_expired: { cause: 'A promo code that has expired', shownBy: billing('promotions') },
  promo_code_not_applicable: {
    cause: 'A promo code for another product',
    shownBy: gateway('billing/routes'),
  },
  promo_code_already_used: {
    cause: 'A code that makes a month free, asked for again by an account that has had it',
    shownBy: billing('promotions'),
  },
  payment_failed: { cause: 'A card that is declined', shownBy: gateway('billing/anonymous') },
  payment_due: { cause: 'A new subscription while an invoice is open', shownBy: billing('money') },
  no_subscription: { cause: 'The billing portal without a subscription', shownBy: product },
  refund_not_possible: {
    cause: 'A refund request without a refundable first payment',
    shownBy: gateway('billing/refund-request'),
  },
  refund_already_requested: {
    cause: 'A second refund request',
    shownBy: gateway('billing/refund-request'),
  },
  invalid_reason: {
    cause: 'A refund reason of 2,001 characters',
    shownBy: gateway('billing/refund-request'),
  },
  invalid_signature: { cause: 'A Stripe event with a wrong signature', shownBy: billing('webhooks') },
  payments_not_configured: { cause: 'A checkout without Stripe keys', shownBy: billing('outages') },
  payment_provider_unavailable: {
    cause: 'A checkout, portal or refund request while Stripe or the billing service is down',
    shownBy: billing('outages'),
  },
  // Affiliate program errors
  invalid_full_name: { cause: 'An application without a name', shownBy: gateway('affiliate/routes') },
  invalid_website: { cause: 'A website of 301 characters', shownBy: gateway('affiliate/routes') },
  invalid_description: { cause: 'A description that is too long', shownBy: gateway('affiliate/routes') },
  invalid_affiliate_code: {
    cause: 'A referral visit with a three-letter code',
    shownBy: gateway('affiliate/track'),
  },
  affiliate_not_found: { cause: 'The dashboard of a code that does not exist', shownBy: product },
  affiliate_unavailable: {
    cause: 'An application while the affiliate service is down',
    shownBy: gateway('affiliate/routes'),
  },
  // Errors caused by the service itself
  internal: { cause: 'An unforeseen fault in the gateway', shownBy: gateway('api/docs/answers') },
  server_busy: {
    cause: 'More uploads at once than memory allows',
    shownBy: gateway('compressions/upload/memory-limiter'),
  },
  archive_unavailable: {
    cause: 'Workers without the programs cjxl and djxl',
    shownBy: gateway('compressions/upload/archive'),
  },
  fleet_busy: {
    cause: 'A queue longer than the workers can finish in time',
    shownBy: gateway('compressions/queue/expected-wait'),
  },
  unavailable: {
    cause: 'An upload while the storage is down',
    shownBy: gateway('compressions/upload/storage-unavailable'),
  },
};
