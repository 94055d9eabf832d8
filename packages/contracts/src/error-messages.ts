import type { ErrorCode, ErrorDetails } from './errors.ts';

/**
 * English message of each error code: what happened, then what to do. Placeholders such as `{name}` are replaced with
 * the error's details. Messages must not reveal internal details of the service.
 */
const messages: Record<ErrorCode, string> = {
  invalid_request: 'The request is not valid. Check the field named in "field", or the syntax of the body.',
  missing_file: 'The form field "image" contains no file. Send the image in that field.',
  empty_file: 'The file is empty. Send another file.',
  too_many_files:
    'The request contains more than one file. Send one file per request, as the form field "image".',
  unknown_field: 'The field "{name}" is not known. Use only {allowed}.',
  invalid_quality: 'quality must be a whole number from {min} to {max}.',
  invalid_format: 'format must be one of {allowed}.',
  invalid_resize:
    'resizeWidth and resizeHeight must be whole numbers from 1 to {max}, or resizePercent alone from 1 to {maxPercent}; maintainAspect must be true or false; fit must be one of {allowed}, and cover and thumb need both sides.',
  invalid_filter: 'filter must be one of {allowed}.',
  invalid_formats: 'formats must contain only {allowed}, and format must be auto or absent.',
  invalid_background: 'background must be a color such as #ffffff.',
  invalid_color: 'color must be one of {colors}; hdr must be one of {hdr}.',
  invalid_preserve: 'preserve must contain only {allowed}.',
  invalid_file_size:
    'maxBytes and minBytes must be whole numbers from {min} to {max}, with minBytes at most maxBytes; onUnreachable must be one of {allowed}.',
  invalid_archive:
    'archive must be true or false. Only quality and the formats "auto" and "jxl" can be combined with it.',
  invalid_variants:
    'variants.widths must be whole numbers from {minPx} to {maxPx} or "original", densities 1 to 3, formats {formats}, with at most {maxWidths} different widths in total. Format, size and file size limits cannot be combined with variants.',
  invalid_idempotency_key: 'Idempotency-Key must have 8 to 64 letters, digits, "-" or "_".',
  invalid_name: 'First and last name must have {min} to {max} characters.',
  invalid_email: 'Please enter a valid email address.',
  invalid_password: 'The password must have {min} to {max} characters.',
  invalid_language: 'The language must be one of {allowed}.',
  invalid_promo_code: 'This is not a valid promo code. Use up to 64 letters, digits, "-" and "_".',
  invalid_reason: 'The reason is too long. Use at most {max} characters.',
  invalid_full_name: 'The name must have {min} to {max} characters.',
  invalid_website: 'The website or social account is too long. Use at most {max} characters.',
  invalid_description: 'The description is too long. Use at most {max} characters.',
  invalid_affiliate_code: 'This is not a valid affiliate code. Use 4 to 20 letters and digits.',
  invalid_signature: 'The signature is not valid, or too old. Check the signing secret and the clock.',
  invalid_label: 'The name must have {min} to {max} characters.',
  invalid_webhook_url:
    'The webhook URL must be an https URL of at most {max} characters, without a username or password.',
  invalid_event_types: 'eventTypes must be a non-empty array and contain only {allowed}.',
  invalid_url:
    'url must be an http or https URL of at most {max} characters, without a username or password.',
  invalid_wait: 'wait must be a whole number of seconds from 0 to {max}.',
  invalid_deliver_to:
    'deliverTo must be a presigned https URL of at most {max} characters, without a username or password. deliverVariantsTo needs the option variants and maps names such as 800.avif to such URLs.',
  invalid_metadata:
    'metadata must be an object with at most {maxKeys} entries. Keys may have up to {maxKeyChars} characters, string values up to {maxValueChars}.',
  invalid_batch: 'Send an array of 1 to {max} objects, each with a "url".',
  api_key_expired: 'The API key has expired. Create a new one on your account page.',
  invalid_api_key: 'The API key is missing or not valid. Send it as "Authorization: Bearer <key>".',
  pro_required: 'The API and webhooks require Pro. Upgrade, then try again.',
  api_key_not_found: 'This API key does not exist. It may have been revoked already. List your keys again.',
  webhook_not_found:
    'This webhook does not exist. It may have been deleted already. List your webhooks again.',
  delivery_not_found:
    'This delivery does not exist. Deliveries are kept for {days} days. List the deliveries again.',
  saved_settings_not_found:
    'These saved settings do not exist. They may have been deleted already. List your saved settings again.',
  idempotency_key_in_flight:
    'The first request with this Idempotency-Key is still in progress. Try again in {retryAfterSeconds} s.',
  idempotency_key_reused:
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  too_many_api_keys: 'You already have {max} API keys. Revoke one that you no longer use.',
  too_many_webhooks: 'You already have {max} webhooks. Delete one that you no longer use.',
  too_many_saved_settings:
    'You already have {max} saved settings. Delete one, or use an existing name to replace it.',
  webhook_disabled: 'This webhook is turned off. Turn it on first.',
  address_not_allowed:
    'This address is not allowed: it points to a private network or a blocked port, or is not a public host name. Use a public address.',
  source_unreachable: 'The image could not be fetched from its URL: {reason}. Check the URL and try again.',
  source_refused:
    'The image URL returned HTTP {status}. Check that the image can be downloaded without a login.',
  too_many_requests: 'You sent more than {max} requests in a minute. Try again in {retryAfterSeconds} s.',
  payment_failed: 'The payment was declined. Try another card, or contact your bank.',
  payment_due:
    'Your subscription has an unpaid invoice. Pay it under "Manage subscription" on your account page.',
  no_subscription: 'You do not have a subscription yet. Subscribe to Pro first.',
  refund_not_possible:
    'No payment qualifies for a refund. Only your first payment does, for {days} days. Contact support if you think this is wrong.',
  refund_already_requested:
    'You have already requested a refund of this payment. Support will answer by email.',
  promo_code_not_found: 'This promo code does not exist. Check the spelling.',
  promo_code_expired:
    'This promo code is no longer valid, or has reached its limit. Use another code, or continue without one.',
  promo_code_not_applicable:
    'This promo code does not apply to this subscription. Use another code, or continue without one.',
  promo_code_already_used:
    'You have already used this promo code. Use another code, or continue without one.',
  upload_incomplete: 'The upload ended before the file was complete. Send it again.',
  not_multipart:
    'This content type is not accepted. Send an image as multipart/form-data in the field "image", anything else as JSON.',
  unauthorized: 'Authentication required. Log in and try again.',
  invalid_credentials: 'Invalid email or password.',
  wrong_password: 'Wrong password. Enter your current password.',
  email_not_verified: 'Confirm your email address first. Open the link in the email we sent, then try again.',
  email_taken: 'An account with this email address already exists. Log in, or use another address.',
  daily_limit_reached: 'You have used all {limit} compressions for today. They reset at 00:00 UTC.',
  address_limit_reached:
    "Your network has used today's {limit} free compressions, which reset at 00:00 UTC. Sign up and confirm your email address for a limit of your own.",
  unconfirmed_limit_reached:
    "Your network has used today's {limit} free compressions. Confirm your email address to use your own daily limit.",
  too_many_attempts: 'Too many attempts. Try again in {retryAfterMinutes} min.',
  unsupported_codec:
    'This HEIF file uses {codec} coding instead of HEVC or AV1. Convert it to JPEG or PNG and send the new file.',
  cross_origin:
    'Requests from other sites are not accepted. Send the request from the site itself, or from a server.',
  link_not_valid: 'This link is not valid, or it has expired. Request a new one.',
  route_not_found: 'This address does not exist. Check the path and the method.',
  compression_not_found: 'This compression does not exist, or it is not yours. Check its id.',
  affiliate_not_found: 'This affiliate code does not exist, or it is not yours. Check the spelling.',
  result_not_ready: 'This compression has no result: it is still processing or has failed. Check its status.',
  upload_timeout: 'The upload took too long and was stopped. Send it again.',
  file_too_large: 'The file is larger than {maxMegabytes} MB. Send a smaller one.',
  request_too_large: 'The request body is too large. Send less in one request.',
  unsupported_format:
    'This file type is not supported. Send a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP image.',
  original_expired: 'The original has been deleted. Send the image again if you need it.',
  result_expired: 'The result has been deleted. Compress the image again.',
  range_not_satisfiable: 'The requested range is outside the file. Request a range within its size.',
  corrupt_image: 'The image is damaged or incomplete. Export it again and send the new file.',
  too_many_pixels: 'The image has more than {maxMegapixels} megapixels. Send a smaller one.',
  too_many_pixels_for_format:
    'The image is too large for the requested format. Use "auto", or a smaller size.',
  too_many_frames: 'The animation has more than 2,000 frames. Send a shorter one.',
  multiple_images:
    'The file contains several pages or frames, of which only the first could be kept. Send each page as its own file, or the animation as GIF or WebP.',
  camera_raw: 'This is a camera RAW file. Export it as JPEG, PNG or TIFF and send the new file.',
  image_too_complex: 'The image needs too much memory to process. Send a smaller one.',
  result_too_large:
    'The {format} would be {times} times as large as the file. Use "auto", "webp", or a smaller size.',
  size_unreachable:
    'No encoding of the image is within the requested file size. The closest has {closestBytes} bytes and a score of {closestScore}. Use another size, fewer pixels, or onUnreachable "shrink".',
  not_archivable:
    'The image cannot be archived: it is not a JPEG, or the JPEG could not be restored bit for bit. Compress it without "archive".',
  not_restorable:
    'The file is not an archive of a JPEG, or it is damaged. JPEG XL files are accepted only if a JPEG can be restored from them.',
  animated_variants:
    'Variants of animations are not supported. Send a still image, or compress without "variants".',
  processing_timeout: 'Processing timed out. Send a smaller image.',
  processing_failed: 'The image could not be processed because of an error on our side. Try again.',
  canceled: 'This compression was deleted before it finished. Send the image again to compress it.',
  internal: 'Something went wrong on our side. Please try again.',
  server_busy: 'The server is receiving too many requests. Try again in {retryAfterSeconds} s.',
  fleet_busy: 'All compression servers are busy. Try again in {retryAfterSeconds} s.',
  archive_unavailable:
    'Archives are turned off on this server, because the programs cjxl and djxl are not installed. Compress the image without "archive".',
  unavailable: 'The service is temporarily unavailable. Try again in {retryAfterSeconds} s.',
  payments_not_configured: 'Payment system configuration issue. Please contact support.',
  payment_provider_unavailable:
    'The payment service is not responding. Nothing was charged. Try again in {retryAfterSeconds} s.',
  affiliate_unavailable:
    'The affiliate program is temporarily unavailable. Try again in {retryAfterSeconds} s.',
  storage_full: 'The file could not be stored because the storage is full. Try again later.',
};

/** Returns the English message for an error code. */
export function errorMessage(code: ErrorCode, details: ErrorDetails = {}): string {
  return withDetails(messages[code], details);
}

/** Replaces the placeholders in an error message with the error's details. */
export function withDetails(message: string, details: ErrorDetails): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? '?'));
}
