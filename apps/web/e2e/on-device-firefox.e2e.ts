import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { FrontServer } from './front-server.ts';

const fixtures = new URL('./fixtures/', import.meta.url);

/*
 * While a WebDriver session controls Firefox ESR 153, web workers that create several web workers at once often hang. A
 * script in the page takes the place of the session.
 */
test('Firefox compresses images on this device and uploads nothing', async ({ baseURL }) => {
  if (!baseURL) throw new Error('no URL of the product');
  const reported = Promise.withResolvers<string>();
  // Fail before the test's time limit, which would leave Firefox running.
  void once(AbortSignal.timeout(200_000), 'abort').then(() =>
    reported.reject(new Error('no report from Firefox')),
  );
  const server = await new FrontServer(baseURL, {
    change: (path, body) =>
      path === '/compress'
        ? body.toString().replace('</body>', '<script type="module" src="/driver.js"></script></body>')
        : body,
    respond: (path, body) => {
      if (path === '/report') reported.resolve(body.toString());
      else if (path === '/driver.js')
        return { type: 'text/javascript', body: readFileSync(new URL('device-driver.js', fixtures)) };
      else if (path.startsWith('/fixtures/'))
        return { type: 'application/octet-stream', body: readFileSync(new URL(path.slice(10), fixtures)) };
      else return undefined;
      return { type: 'text/plain', body: '' };
    },
  }).start();
  const profileDir = await mkdtemp(join(tmpdir(), 'gossamer-firefox-'));
  const firefox = spawn(
    process.env.GOSSAMER_FIREFOX ?? '/usr/bin/firefox-esr',
    ['--headless', '--no-remote', '--profile', profileDir, `${server.url}/compress`],
    { env: { ...process.env, HOME: profileDir }, stdio: 'ignore' },
  );
  const closed = new Promise((resolve) => firefox.once('close', resolve));
  try {
    expect(JSON.parse(await reported.promise)).toEqual(['completed', 'completed', 'completed']);
    expect(server.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  } finally {
    firefox.kill();
    await closed;
    await server.stop();
    await rm(profileDir, { recursive: true, force: true });
  }
});
