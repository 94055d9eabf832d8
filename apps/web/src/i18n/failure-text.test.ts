import { beforeAll, describe, expect, it } from 'vitest';
import { failureText } from './failure-text.ts';
import { loadNamespaces, startI18n } from './i18n.ts';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['errors']);
});

describe('failureText', () => {
  it('states the limits from the server, or the default limits if the server sends none', () => {
    expect(failureText({ reason: 'daily_limit_reached' })).toMatch(/all 50 compressions/);
    const details = { limit: 60, resetsAt: '2026-01-01T00:00:00.000Z' };
    expect(failureText({ reason: 'daily_limit_reached', details })).toMatch(/all 60 compressions/);
    expect(failureText({ reason: 'file_too_large' })).toMatch(/larger than 50 MB/);
    expect(failureText({ reason: 'file_too_large', details: { maxMegabytes: 100 } })).toMatch(/100 MB/);
    expect(failureText({ reason: 'too_many_pixels', details: { maxMegapixels: 64 } })).toMatch(
      /more than 64 megapixels/,
    );
    expect(failureText({ reason: 'invalid_password', details: { min: 6, max: 128 } })).toBe(
      'The password must have 6 to 128 characters.',
    );
  });

  it.each([
    [undefined, '1 minute'],
    [1, '1 minute'],
    [61, '2 minutes'],
    [900, '15 minutes'],
  ])('formats a Retry-After of %s seconds as %s', (retryAfterSeconds, wait) => {
    const failure = { reason: 'too_many_attempts' as const, ...(retryAfterSeconds && { retryAfterSeconds }) };
    expect(failureText(failure)).toBe(`Too many attempts. Try again in ${wait}.`);
  });

  it.each([
    [undefined, 1],
    [0.2, 1],
    [5, 5],
  ])('formats a short Retry-After of %s seconds as %s seconds', (retryAfterSeconds, seconds) => {
    const reason = 'payment_provider_unavailable' as const;
    const failure = { reason, ...(retryAfterSeconds && { retryAfterSeconds }) };
    expect(failureText(failure)).toContain(`Try again in ${seconds} seconds.`);
  });

  // Spec: 8.16
  it('returns the server’s message for an unknown code', () => {
    expect(failureText({ reason: 'unknown', serverMessage: 'The moon is full.' })).toBe('The moon is full.');
    expect(failureText({ reason: 'unknown' })).toBe('Unknown error occurred');
  });
});
