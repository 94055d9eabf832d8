import { describe, expect, it } from 'vitest';
import { errorMessage } from '../src/error-messages.ts';
import { type ErrorCode, errorStatuses } from '../src/errors.ts';

describe('errorMessage', () => {
  it.each(Object.keys(errorStatuses) as ErrorCode[])(
    'returns a full sentence for the error code %s',
    (code) => {
      expect(errorMessage(code)).toMatch(/^.{15,}\.$/);
    },
  );
});
