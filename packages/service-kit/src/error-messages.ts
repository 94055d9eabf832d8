import type { ErrorCode } from '@gossamer/contracts/errors';
import type { ErrorDetails } from './errors.ts';

/**
 * The English text of each code: what happened, then what to do.
 * `{name}` is replaced from the error's details. Nothing of our insides belongs here.
 */
const messages: Record<ErrorCode, string> = {
  invalid_request: 'The request is not valid. Check the named field.',
  missing_file: 'No file was sent. Send the picture as the form field "image".',
  empty_file: 'The file is empty. Choose a picture that has content.',
  too_many_files: 'Send one file per request, as the form field "image".',
  unknown_field: 'The form field "{name}" is not known. Allowed: {allowed}.',
  invalid_quality: 'quality must be a whole number from {min} to {max}.',
  invalid_format: 'format must be one of {allowed}.',
  invalid_resize: 'Width and height must be whole numbers from 1 to {max}, maintainAspect true or false.',
  invalid_filter: 'filter must be one of {allowed}.',
  invalid_idempotency_key: 'Idempotency-Key must have 8 to 64 letters, digits, "-" or "_".',
  invalid_name: 'First and last name must have {min} to {max} characters.',
  invalid_email: 'Please enter a valid email address.',
  invalid_password: 'The password must have {min} to {max} characters.',
  invalid_language: 'The language must be one of {allowed}.',
  invalid_promo_code: 'A promo code has letters, digits, "-" and "_", at most 64 of them.',
  invalid_reason: 'The reason must have at most {max} characters.',
  invalid_full_name: 'The name must have {min} to {max} characters.',
  invalid_website: 'The website or social account must have at most {max} characters.',
  invalid_description: 'The description must have at most {max} characters.',
  invalid_affiliate_code: 'An affiliate code has 4 to 20 letters and digits.',
  invalid_signature: 'The signature is not valid, or too old.',
  invalid_label: 'The name must have {min} to {max} characters.',
  invalid_webhook_url:
    'The webhook URL must be an https address without user name and password, at most {max} characters long.',
  invalid_event_types: 'eventTypes must name at least one of {allowed}.',
  invalid_url:
    'url must be an http or https address without user name and password, at most {max} characters long.',
  invalid_wait: 'wait must be a whole number of seconds from 0 to {max}.',
  invalid_metadata:
    'metadata must be an object of at most {maxKeys} texts; names have at most {maxKeyChars} characters, texts {maxValueChars}.',
  invalid_batch: 'Send an array of 1 to {max} objects, each with a "url".',
  invalid_api_key: 'The API key is missing or not valid. Send it as "Authorization: Bearer <key>".',
  pro_required: 'The API and its webhooks are part of Pro. Upgrade, then try again.',
  api_key_not_found: 'There is no such API key. It may have been revoked already.',
  webhook_not_found: 'There is no such webhook. It may have been deleted already.',
  delivery_not_found: 'There is no such delivery. Deliveries are kept for {days} days.',
  idempotency_key_in_flight:
    'The first request with this Idempotency-Key is still under way. Try again in {retryAfterSeconds} seconds.',
  idempotency_key_reused:
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  too_many_api_keys: 'There are {max} API keys already. Revoke one that is not used any more.',
  too_many_webhooks: 'There are {max} webhooks already. Delete one that is not used any more.',
  webhook_disabled: 'This webhook is switched off. Switch it on first.',
  address_not_allowed:
    'This address is not allowed: it leads into a private network, or is not a public host name.',
  source_unreachable: 'The picture could not be fetched from its address: {reason}.',
  source_refused: 'The address of the picture answers with status {status} instead of the picture.',
  too_many_requests: 'More than {max} requests in a minute. Try again in {retryAfterSeconds} seconds.',
  payment_failed: 'The payment was refused. Try another card, or ask your bank.',
  payment_due:
    'Your subscription is waiting for a payment. Settle it under "Manage subscription" on your account page.',
  no_subscription: 'There is no subscription yet. Subscribe to Pro first.',
  refund_not_possible: 'There is no payment of the last {days} days that can be paid back. Write to support.',
  refund_already_requested: 'You have already asked for this payment back. Support will answer by email.',
  promo_code_not_found: 'There is no such promo code. Check the spelling.',
  promo_code_expired: 'This promo code is no longer valid, or has been used as often as it may be.',
  promo_code_not_applicable: 'This promo code does not apply to this subscription.',
  upload_incomplete: 'The upload ended before the file was complete. Send it again.',
  not_multipart: 'Send the picture as multipart/form-data with the file in the field "image".',
  unauthorized: 'Nobody is logged in.',
  invalid_credentials: 'Invalid email or password.',
  wrong_password: 'The password is not right. Enter the one of this account.',
  email_not_verified: 'Confirm your email address first: follow the link in the email that we sent.',
  email_taken: 'There is an account with this email address already. Log in, or use another one.',
  daily_limit_reached: 'You have used all {limit} compressions for today. They reset at 00:00 UTC.',
  address_limit_reached:
    'All {limit} compressions that visitors of one network have a day are used. They reset at 00:00 UTC. With an account you have your own.',
  too_many_attempts: 'Too many attempts. Try again in {retryAfterMinutes} minutes.',
  cross_origin: 'Requests from other sites are not accepted.',
  link_not_valid: 'This link is not valid, or it has expired. Ask for a new one.',
  route_not_found: 'There is nothing at this address.',
  compression_not_found: 'There is no such compression, or it is not yours.',
  affiliate_not_found: 'There is no such affiliate code, or it is not yours.',
  result_not_ready: 'This compression has no result yet. Ask for its status first.',
  upload_timeout: 'The upload was too slow and was stopped. Send it again.',
  file_too_large:
    'The file is larger than {maxMegabytes} MB, the most that is allowed. Choose a smaller one.',
  request_too_large: 'The request is larger than allowed.',
  unsupported_codec:
    'This HEIF file contains a {codec} image, not HEVC. Convert it to JPEG or PNG and send that.',
  unsupported_format: 'This kind of file is not supported. Send JPEG, PNG, WebP or HEIC.',
  original_expired:
    'The original has been deleted, as it always is an hour after compressing. The result is still here.',
  result_expired: 'The result has been deleted because its time was over. Compress the picture again.',
  range_not_satisfiable: 'The requested range lies outside of the file.',
  corrupt_image: 'The picture is damaged or incomplete. Export it again and send the new file.',
  too_many_pixels: 'The picture has too many pixels. At most {maxMegapixels} megapixels are allowed.',
  too_many_pixels_for_format:
    'The picture has more pixels than the format that was asked for can hold here. Choose JPEG or a smaller size.',
  image_too_complex: 'The picture needs more memory than one picture may use. Send a smaller one.',
  processing_timeout: 'The picture took longer than one picture may take. Send a smaller one.',
  processing_failed: 'The picture could not be processed because of a fault on our side. Try again.',
  canceled: 'This compression was deleted before it was done.',
  internal: 'Something went wrong on our side. Please try again.',
  server_busy: 'Too many requests are arriving at the moment. Try again in {retryAfterSeconds} seconds.',
  fleet_busy: 'All compressors are busy. Try again in {retryAfterSeconds} seconds.',
  unavailable: 'The service is not available at the moment. Try again in {retryAfterSeconds} seconds.',
  payments_not_configured: 'Payment system configuration issue. Please contact support.',
  payment_provider_unavailable:
    'The payment service does not answer at the moment. Nothing was charged. Try again in {retryAfterSeconds} seconds.',
  affiliate_unavailable:
    'The affiliate programme does not answer at the moment. Try again in {retryAfterSeconds} seconds.',
  storage_full: 'There is no space left to store the file. Please try again later.',
};

/** The text of a code for people, in English. */
export function errorMessage(code: ErrorCode, details: ErrorDetails = {}): string {
  return messages[code].replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? '?'));
}
