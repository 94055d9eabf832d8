import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';

const answer = { status: 413, statusText: 'Payload Too Large', bodyText: '', retryAfter: null };

describe('ApiError', () => {
  // Spec: 7.2
  it('has the message "status: text" and the fields of the response body', () => {
    const bodyText = JSON.stringify({
      code: 'invalid_quality',
      message: 'No.',
      field: 'quality',
      requestId: 'r',
    });
    const error = new ApiError({ ...answer, status: 400, bodyText });
    expect(error.message).toBe(`400: ${bodyText}`);
    expect(error).toMatchObject({
      code: 'invalid_quality',
      field: 'quality',
      requestId: 'r',
      serverMessage: 'No.',
    });
  });

  // Spec: 7.3
  it('uses the status text if the body contains no message', () => {
    expect(new ApiError(answer).message).toBe('413: Payload Too Large');
    expect(new ApiError(answer).code).toBeUndefined();
  });

  it('accepts a body that is not in the error format', () => {
    expect(new ApiError({ ...answer, bodyText: '<html>' })).toMatchObject({ message: '413: <html>' });
  });

  it('parses a Retry-After header in seconds or as a date', () => {
    expect(new ApiError({ ...answer, retryAfter: '12' }).retryAfterSeconds).toBe(12);
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    expect(new ApiError({ ...answer, retryAfter: inAMinute }).retryAfterSeconds).toBeGreaterThan(55);
    expect(new ApiError({ ...answer, retryAfter: 'soon' }).retryAfterSeconds).toBeUndefined();
  });
});
