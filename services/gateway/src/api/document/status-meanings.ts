/** Meaning of each error status, and whether the client should retry the request. */
export const statusMeanings: Record<number, { meaning: string; advice: string }> = {
  400: {
    meaning: 'The request is not valid.',
    advice: 'Correct the parameter named in `field`. Repeating the same request returns the same error.',
  },
  401: {
    meaning: 'The API key is missing, not valid or expired.',
    advice: 'Send an API key of your account as `Authorization: Bearer <key>`.',
  },
  403: { meaning: 'Access is not allowed.', advice: 'The error text says what is required.' },
  404: {
    meaning: 'The resource does not exist, or it is not yours.',
    advice: 'Both cases return the same response.',
  },
  408: { meaning: 'The upload was too slow.', advice: 'Send the request again.' },
  409: {
    meaning: 'The request conflicts with the current state.',
    advice:
      'Another operation must finish first. Wait for the seconds in `Retry-After`, or check the status of the job.',
  },
  410: { meaning: 'The file has been deleted.', advice: 'Compress the image again.' },
  413: { meaning: 'The request is too large.', advice: 'Send less data.' },
  415: {
    meaning: 'The image format is not supported.',
    advice: 'Send JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP.',
  },
  416: { meaning: 'The file does not have this range.', advice: '`Content-Range` contains its size.' },
  422: {
    meaning: 'The request is valid but cannot be processed.',
    advice: 'Use another image, URL or idempotency key, as the error text says.',
  },
  429: {
    meaning: 'Too many requests.',
    advice: 'Wait for the seconds in `Retry-After`, then send the request again.',
  },
  500: { meaning: 'An error on our side.', advice: 'Send it again with the same `Idempotency-Key`.' },
  503: {
    meaning: 'The service is temporarily unavailable.',
    advice:
      'Wait for the seconds in `Retry-After`, then send the request again with the same `Idempotency-Key`.',
  },
  507: {
    meaning: 'The storage is full.',
    advice: 'Wait for the seconds in `Retry-After`, then send the request again.',
  },
};
