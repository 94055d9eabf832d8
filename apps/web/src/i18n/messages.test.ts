import { errorStatuses } from '@gossamer/contracts/errors';
import { describe, expect, it } from 'vitest';
import errors from './messages/en/errors.json';

describe('errors.json', () => {
  it.each(Object.keys(errorStatuses))('has a text for the code %s', (code) => {
    expect((errors as Record<string, string>)[code]).toMatch(/\S/);
  });

  it("words the specification's messages exactly", () => {
    expect(errors.status_unknown).toBe('Failed to get compression status');
    expect(errors.answer_unknown).toBe('Unknown response format');
    expect(errors.unknown).toBe('Unknown error occurred');
  });
});
