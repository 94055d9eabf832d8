// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProtocolServer } from '../../test/protocol-server.ts';

declare const jsdom: { reconfigure(options: { url: string }): void };

const track = 'POST /api/affiliate/track';

let server: ProtocolServer;
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
  server.answers[track] = [{ status: 200, body: null }];
});
afterEach(() => server.stop());

/** Simulates a page load by re-importing the module. */
async function load() {
  vi.resetModules();
  return (await import('./track-referral.ts')).trackReferral;
}
const codes = () => server.requests.map(({ body }) => (body as { code: string }).code);

// Spec: 7.44
it('reports a referral once per page load, even if the screen renders several times', async () => {
  const first = await load();
  for (const search of ['', '?ref=maya7k&lang=de', '?ref=maya7k&lang=de', '?ref=OTHER1']) first(search);
  await vi.waitFor(() => expect(codes()).toEqual(['MAYA7K']));
  expect(server.requests[0]).toEqual({ route: track, body: { code: 'MAYA7K', source: 'landing_page' } });
  const second = await load();
  second('?ref=OTHER1');
  await vi.waitFor(() => expect(codes()).toEqual(['MAYA7K', 'OTHER1']));
});

it('reports the referral of a prerendered page once, when the page is shown', async () => {
  const ahead = { prerendering: true };
  Object.defineProperty(document, 'prerendering', { configurable: true, get: () => ahead.prerendering });
  try {
    const trackAhead = await load();
    for (const search of ['?ref=maya7k', '?ref=maya7k']) trackAhead(search);
    // If the prerendered page had reported the referral, the server would have received it before the next request.
    ahead.prerendering = false;
    (await load())('?ref=SHOWN1');
    await vi.waitFor(() => expect(codes()).toEqual(['SHOWN1']));
    for (let turn = 0; turn < 2; turn += 1) document.dispatchEvent(new Event('prerenderingchange'));
    await vi.waitFor(() => expect(codes()).toEqual(['SHOWN1', 'MAYA7K']));
    (await load())('?ref=AFTER1');
    await vi.waitFor(() => expect(codes()).toEqual(['SHOWN1', 'MAYA7K', 'AFTER1']));
  } finally {
    Reflect.deleteProperty(document, 'prerendering');
  }
});

it('never reports a malformed referral code', async () => {
  const { affiliateRequests } = await import('../../lib/api-affiliate.ts');
  for (const code of ['', 'abc', '<script>', 'A'.repeat(21)]) await affiliateRequests.track(code);
  expect(server.requests).toEqual([]);
});
