import { expect, it } from 'vitest';
import { localPath } from './local-path.ts';

it.each([
  ['/history', '/history'],
  ['/compress?filter=sepia#top', '/compress?filter=sepia#top'],
  ['/', '/'],
  [null, undefined],
  ['', undefined],
  ['history', undefined],
  ['https://evil.example/', undefined],
  ['//evil.example/', undefined],
  ['/\\evil.example/', undefined],
  ['/\t/evil.example/', undefined],
  ['/\n\\evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['/api/auth/logout', undefined],
  ['/./api/auth/logout', undefined],
])('resolves the return path %j after login to %j', (from, path) => {
  expect(localPath(from, 'https://gossamer.example')).toBe(path);
});
