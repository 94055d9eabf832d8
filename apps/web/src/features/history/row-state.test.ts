import { expect, it } from 'vitest';
import { someCompression } from '../../test/protocol-server.ts';
import { hasFiles, rowState } from './row-state.ts';

const nowMs = Date.parse('2026-01-01T12:00:00.000Z');
const ahead = '2026-01-01T12:00:01.000Z';

// Spec: 3.20
it.each([
  ['completed', someCompression({ expiresAt: ahead }), 'completed'],
  ['completed without an expiry', someCompression(), 'completed'],
  ['expired since it was loaded', someCompression({ expiresAt: '2026-01-01T12:00:00.000Z' }), 'expired'],
  ['without a result', someCompression({ downloadUrl: undefined, expiresAt: ahead }), 'expired'],
  ['processing', someCompression({ status: 'processing', downloadUrl: undefined }), 'processing'],
  ['failed', someCompression({ status: 'failed', downloadUrl: undefined }), 'failed'],
  ['in an unknown status', { ...someCompression(), status: 'paused' }, 'other'],
])('returns the state of a history row that is %s', (_, row, expected) => {
  expect(rowState(row, nowMs)).toBe(expected);
});

it('hasFiles returns whether a history row has stored files', () => {
  expect(hasFiles(someCompression(), 'completed')).toBe(true);
  expect(hasFiles(someCompression(), 'processing')).toBe(true);
  expect(hasFiles(someCompression(), 'expired')).toBe(false);
  expect(hasFiles(someCompression({ originalUrl: '/api/original/a' }), 'failed')).toBe(true);
});
