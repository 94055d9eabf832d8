/** What a status means for whoever is refused, and whether to send the same again. */
export const statusMeanings: Record<number, { meaning: string; advice: string }> = {
  400: {
    meaning: 'The request is not valid.',
    advice: 'Change what `field` names. The same request gets the same answer.',
  },
  401: {
    meaning: 'There is no valid key.',
    advice: 'Send a key of your account as `Authorization: Bearer <key>`.',
  },
  403: { meaning: 'Not allowed.', advice: 'Nothing changes this but what the text names.' },
  404: {
    meaning: 'Not there, or not yours.',
    advice: 'What is not yours and what does not exist are answered alike.',
  },
  408: { meaning: 'The upload was too slow.', advice: 'Send it again.' },
  409: {
    meaning: 'Not now.',
    advice: 'Something else has to end first. Wait as `Retry-After` says, or ask for the job.',
  },
  410: { meaning: 'It was there and is gone.', advice: 'Compress the picture again.' },
  413: { meaning: 'Too large.', advice: 'Send less.' },
  415: { meaning: 'Not a kind of picture that is read here.', advice: 'Send JPEG, PNG, WebP or HEIC.' },
  416: { meaning: 'The file has no such range.', advice: '`Content-Range` says how long it is.' },
  422: {
    meaning: 'Understood, but it cannot be done.',
    advice: 'The picture, its address or the idempotency key has to be another one.',
  },
  429: {
    meaning: 'Too many requests.',
    advice: 'Wait for the seconds of `Retry-After`, then send it again.',
  },
  500: { meaning: 'A fault of ours.', advice: 'Send it again, with the same `Idempotency-Key`.' },
  503: {
    meaning: 'Not at the moment.',
    advice: 'Wait for the seconds of `Retry-After`, then send it again with the same `Idempotency-Key`.',
  },
  507: {
    meaning: 'There is no space left.',
    advice: 'Wait for the seconds of `Retry-After`, then send it again.',
  },
};
