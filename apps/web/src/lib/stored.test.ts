import { afterEach, describe, expect, it, vi } from 'vitest';
import { writePreferenceCookie } from './stored.ts';

afterEach(() => vi.unstubAllGlobals());

function written(protocol: string, value: string): string[] {
  const cookies: string[] = [];
  vi.stubGlobal('window', { location: { protocol } });
  vi.stubGlobal('document', {
    set cookie(text: string) {
      cookies.push(text);
    },
  });
  writePreferenceCookie('theme', value);
  return cookies;
}

describe('writePreferenceCookie', () => {
  it('sets a __Host- cookie over TLS and deletes the cookie of earlier versions', () => {
    expect(written('https:', 'dark')).toEqual([
      'theme=; Path=/; Max-Age=0; SameSite=Lax; Secure',
      '__Host-theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
    ]);
  });

  it('deletes both cookies if the value is empty', () => {
    expect(written('https:', '').map((cookie) => /^[^;]+; Path=\/; Max-Age=0/.exec(cookie)?.[0])).toEqual([
      'theme=; Path=/; Max-Age=0',
      '__Host-theme=; Path=/; Max-Age=0',
    ]);
  });

  it('sets a cookie without a name prefix if TLS is not used', () => {
    expect(written('http:', 'dark')).toEqual(['theme=dark; Path=/; Max-Age=31536000; SameSite=Lax']);
  });
});
