import { productVersion } from '@gossamer/service-kit/product-version';
import { beforeAll, describe, expect, it } from 'vitest';
import { signUpPro } from '../webhooks/members.ts';
import { addressOf, nameOf, type Route, startWholeGateway, type WholeGateway } from './every-route.ts';

let whole: WholeGateway;
let member: Awaited<ReturnType<typeof signUpPro>>;

beforeAll(async () => {
  whole = await startWholeGateway({ PUBLIC_URL: 'https://gossamer.example' });
  member = await signUpPro(whole.gateway);
  return () => whole.close();
});

/** Expects security headers, and no header that reveals the server software. */
function expectProtected({ headers, status }: Response, what: string): void {
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('strict-transport-security'), what).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('referrer-policy'), what).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-opener-policy'), what).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy'), what).toBe('same-origin');
  expect(headers.get('cross-origin-embedder-policy'), what).toBeNull();
  expect([headers.get('server'), headers.get('x-powered-by'), headers.get('via')], what).toEqual([
    null,
    null,
    null,
  ]);
  expectPolicy(headers.get('content-security-policy') ?? '', what);
  if (Number(headers.get('content-length') ?? 0) > 0)
    expect(headers.get('content-type'), what).toMatch(/^\w+\/[\w.+-]+/);
  if (status === 200 && /^(text|application\/json)/.test(headers.get('content-type') ?? ''))
    expect(headers.get('content-type'), what).toMatch(/charset=utf-8|^application\/json$/);
}

function expectPolicy(policy: string, what: string): void {
  const of = (name: string) => policy.split(';').find((part) => part.trim().startsWith(`${name} `)) ?? '';
  expect(`${of('object-src')}${of('default-src')}`, what).toMatch(/'none'/);
  expect(of('frame-ancestors'), what).toContain("'none'");
  const isSandboxed = policy.includes('sandbox');
  if (!isSandboxed) {
    expect(of('base-uri'), what).toContain("'none'");
    expect(of('form-action'), what).toMatch(/'self'|'none'/);
    expect(of('script-src'), what).toMatch(/^script-src 'self'/);
  }
  expect(`${of('script-src')}${of('default-src')}`, what).not.toMatch(
    /unsafe-inline|'unsafe-eval'|\*|https?:|data:/,
  );
}

const ask = (route: Route) => {
  const headers = { 'sec-fetch-site': 'same-origin' };
  return member.browser(addressOf(route), { method: route.method, headers });
};

describe('every response', () => {
  it('has the security headers and does not reveal the server software', { timeout: 60_000 }, async () => {
    for (const route of whole.routes.filter(({ url }) => !/logout/.test(url))) {
      const response = await ask(route);
      expectProtected(response, nameOf(route));
      await response.body?.cancel();
    }
  });

  it('sets only cookies with HttpOnly, SameSite and the prefix __Host-', async () => {
    for (const route of whole.routes) {
      const response = await fetch(whole.gateway.url + addressOf(route), {
        method: route.method,
        redirect: 'manual',
      });
      for (const cookie of response.headers.getSetCookie()) {
        expect(cookie, nameOf(route)).toMatch(/^__Host-/);
        for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
          expect(cookie).toContain(`; ${attribute}`);
        expect(cookie).not.toMatch(/domain=/i);
      }
      await response.body?.cancel();
    }
  });

  it('is excluded from shared caches if it depends on the caller', async () => {
    for (const route of whole.routes.filter(
      ({ method, url }) =>
        method === 'GET' && !/[*]|assets|docs|openapi|robots|sitemap|healthz|readyz|logout|start/.test(url),
    )) {
      const response = await ask(route);
      expect(response.headers.get('cache-control') ?? 'none', nameOf(route)).toMatch(
        /no-store|private|no-cache/,
      );
      await response.body?.cancel();
    }
  });
});

describe('an anonymous caller', () => {
  it('can learn whether the service is available, but nothing about its components', async () => {
    const answers = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(whole.gateway.url + path)));
    const [healthz, readyz] = await Promise.all(answers.map((answer) => answer.json()));
    expect(healthz).toEqual({ status: 'ok', version: productVersion });
    expect(readyz).toEqual({ status: 'ok' });
  });

  // Spec: 6.19
  it.each([
    '/metrics',
    '/queues',
    '/admin',
    '/admin/queues',
    '/operators',
    '/debug/pprof',
    '/ui',
    '/.well-known/openid-configuration',
  ])('cannot open the operators’ page at %s', async (path) =>
    expect((await fetch(whole.gateway.url + path)).status).toBe(404),
  );
});
