// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../i18n/i18n.ts';
import { errorAnswer, ProtocolServer } from '../../../test/protocol-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { someUser } from '../../../test/some-user.ts';
import { OwnPlace } from './own-place.tsx';

declare const jsdom: { reconfigure(options: { url: string }): void };

const user = someUser();
const partner = { name: 'Maya R. Rand', code: 'MAYA7K', commissionRate: 25 };
const referralLink = 'https://gossamer.example/?ref=MAYA7K';
const own = 'GET /api/affiliate';
const apply = 'POST /api/affiliate/apply';

let server: ProtocolServer;
beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['affiliate', 'account', 'errors']);
});
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
  server.answers[own] = [{ status: 200, body: { affiliate: null } }];
});
afterEach(() => server.stop());

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Apply' }));

// Spec: 7.42
it("the affiliate application form is prefilled, and is replaced by the partner's details when submitted", async () => {
  const message = 'A sentence.';
  server.answers[apply] = [
    { status: 200, body: { success: true, message, referralLink, affiliate: partner } },
  ];
  renderPart(<OwnPlace user={user} />);
  expect((await screen.findByLabelText<HTMLInputElement>('Full name')).value).toBe('Maya Rand');
  fill('Full name', 'Maya R. Rand');
  fill(/^Website/, '@maya');
  fill(/^How will you/, 'I write about images.');
  submit();
  expect(await screen.findByText('Application Approved!')).toBeDefined();
  const heading = await screen.findByRole('heading', { name: 'You are a partner' });
  expect(document.activeElement).toBe(heading);
  for (const text of ['Maya R. Rand', 'MAYA7K', '25% of every payment', referralLink]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(screen.getByRole('link', { name: 'Open your dashboard' }).getAttribute('href')).toBe(
    '/affiliate/dashboard/MAYA7K',
  );
  expect(server.requests.at(-1)).toEqual({
    route: apply,
    body: {
      name: 'Maya R. Rand',
      email: 'maya@studio-rand.example',
      website: '@maya',
      description: 'I write about images.',
    },
  });
});

// Spec: 5.13, 5.14
it('the affiliate application form sends no request while a field is invalid', async () => {
  renderPart(<OwnPlace user={user} />);
  await screen.findByLabelText('Full name');
  fill('Full name', ' M ');
  fill('Email', '');
  submit();
  expect(await screen.findByText('Full name must be at least 2 characters')).toBeDefined();
  expect(screen.getByText('Please enter a valid email address')).toBeDefined();
  expect(server.requests.map(({ route }) => route)).toEqual([own]);
});

it('the affiliate application form shows an error from the server next to the invalid field', async () => {
  const body = {
    code: 'invalid_website',
    message: 'A.',
    requestId: 'r',
    field: 'website',
    details: { max: 300 },
  };
  server.answers[apply] = [{ status: 400, body }];
  renderPart(<OwnPlace user={user} />);
  await screen.findByLabelText('Full name');
  submit();
  const problem = 'The website or social account is too long. Use at most 300 characters.';
  expect(await screen.findByText(problem)).toBeDefined();
  expect(screen.queryByText('Application Failed')).toBeNull();
});

it.each([
  ['the reason from the server', errorAnswer(503, 'affiliate_unavailable'), /temporarily unavailable/],
  ['a suggestion to try again later', { status: 500, body: 'no JSON of ours' }, /Please try again later/],
  ['a suggestion to try again later', 'cut' as const, /Please try again later/],
])('the affiliate application form shows why an application failed: %s', async (_, answer, text) => {
  server.answers[apply] = [answer];
  renderPart(<OwnPlace user={user} />);
  await screen.findByLabelText('Full name');
  submit();
  // Query the alert next to the form, because the toast contains the same text.
  const line = await screen.findByRole('alert');
  expect(line.textContent).toContain('Application Failed');
  expect(line.textContent).toMatch(text);
});

it("the affiliate application page can be reloaded after a failure and shows the partner's details", async () => {
  server.answers[own] = [
    errorAnswer(503, 'affiliate_unavailable'),
    { status: 200, body: { affiliate: { ...partner, referralLink } } },
  ];
  renderPart(<OwnPlace user={user} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'You are a partner' })).toBeDefined();
});
