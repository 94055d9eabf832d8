import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tinyPng } from './api-images.ts';
import { signUpPro } from './checkout-page.ts';
import { expect, test } from './test.ts';

const run = promisify(execFile);

/**
 * Returns a matcher for an abbreviated JSON response. "…" stands for omitted fields, and each number matches any
 * number.
 */
function likeExcerpt(text: string): Record<string, unknown> {
  const shown = JSON.parse(text.replaceAll(', …', ''), (_, value) =>
    typeof value === 'number' ? expect.any(Number) : value,
  );
  expect(shown).toHaveProperty('result');
  return shown;
}

test('the example API call on the landing page returns the displayed response', async ({
  page,
  elsewhere,
}) => {
  const visitor = await elsewhere();
  await visitor.goto('/');
  const sample = (await visitor.getByTestId('api-call').textContent()) ?? '';
  const [command = '', answer = ''] = sample.split('\n\n');

  await signUpPro(page);
  const created = await page.request.post('/api/keys', { data: { label: 'Landing page' } });
  const { token } = await created.json();
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-landing-'));
  try {
    const name = /image=@(\S+)/.exec(command)?.[1] ?? '';
    await writeFile(join(folder, name), tinyPng(name).buffer);
    const call = () =>
      run('sh', ['-c', command.replace('curl', 'curl -sS')], {
        cwd: folder,
        env: { ...process.env, GOSSAMER_KEY: token },
      });
    // Repeat the API call, because on a busy machine the compression can take longer than the `wait` time of the call.
    await expect(async () => {
      const { stdout } = await call();
      expect(JSON.parse(stdout)).toMatchObject(likeExcerpt(answer));
    }).toPass();
  } finally {
    await rm(folder, { recursive: true });
  }
});
