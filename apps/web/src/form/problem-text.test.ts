import { changePasswordBody, deleteAccountBody, signupBody } from '@gossamer/contracts/accounts';
import { affiliateApplicationBody, payoutEmailChange } from '@gossamer/contracts/affiliate';
import { apiKeyRequest } from '@gossamer/contracts/api-keys';
import { refundRequestBody } from '@gossamer/contracts/billing';
import { webhookRequest } from '@gossamer/contracts/webhooks';
import { zodResolver } from '@hookform/resolvers/zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { i18n, startI18n } from '../i18n/i18n.ts';
import { problemText } from './problem-text.ts';
import { withConfirmation } from './with-confirmation.ts';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['account', 'errors']);
});

/** Validates values with a schema. Returns the error message for each invalid field. */
async function problemsOf(schema: z.ZodObject, values: Record<string, unknown>) {
  const resolve = zodResolver(schema);
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      problemText(name, { type: String(error?.type), message: String(error?.message) }, 2_000),
    ]),
  );
}

const firstNameShort = 'First name must be at least 2 characters';
const email = 'Please enter a valid email address';
const url = 'Please enter an https:// URL without a username or password';

// Spec: 9.11, 9.12
it.each([
  ['firstName', signupBody, 'M', firstNameShort],
  ['firstName', signupBody, ' M ', firstNameShort],
  ['firstName', signupBody, 'Mo', undefined],
  ['firstName', signupBody, 'M'.repeat(80), undefined],
  ['firstName', signupBody, 'M'.repeat(81), 'First name must be at most 80 characters'],
  ['lastName', signupBody, '', 'Last name must be at least 2 characters'],
  ['lastName', signupBody, '山田', undefined],
  ['lastName', signupBody, 'L'.repeat(81), 'Last name must be at most 80 characters'],
  ['email', signupBody, 'maya@', email],
  ['email', signupBody, '', email],
  ['email', signupBody, `${'a'.repeat(250)}@b.example`, email],
  ['email', signupBody, ' maya@studio-rand.example ', undefined],
  ['password', signupBody, '12345', 'Password must be at least 6 characters'],
  ['password', signupBody, '123456', undefined],
  ['password', signupBody, 'x'.repeat(128), undefined],
  ['password', signupBody, 'x'.repeat(129), 'Password must be at most 128 characters'],
  ['newPassword', changePasswordBody, '12345', 'Password must be at least 6 characters'],
  ['currentPassword', deleteAccountBody, '', 'Please enter your password'],
  ['currentPassword', deleteAccountBody, 'x', undefined],
  ['label', apiKeyRequest, '  ', 'Please enter a name'],
  ['label', apiKeyRequest, ' Build server ', undefined],
  ['label', webhookRequest, '\u202Ebuild', 'Name must be at most 64 characters'],
  ['label', webhookRequest, 'b'.repeat(65), 'Name must be at most 64 characters'],
  ['url', webhookRequest, 'https://me:secret@example.com', url],
  ['url', webhookRequest, 'example.com', url],
  ['url', webhookRequest, ' https://example.com/hooks ', undefined],
  ['name', affiliateApplicationBody, 'M', 'Full name must be at least 2 characters'],
  ['name', affiliateApplicationBody, '--', 'Full name must be at least 2 characters'],
  ['website', affiliateApplicationBody, '', undefined],
  ['payoutEmail', payoutEmailChange, '=pay@studio-rand.example', email],
  ['reason', refundRequestBody, 'x'.repeat(2_001), 'The reason is too long. Use at most 2000 characters.'],
])('returns the validation error for %s (case %#)', async (name, schema: z.ZodObject, value, expected) => {
  const field = z.object({ [name]: schema.shape[name] ?? z.never() });
  expect((await problemsOf(field, { [name]: value }))[name]).toBe(expected);
});

describe('a repeated password', () => {
  const form = withConfirmation(signupBody.pick({ email: true, password: true }), 'password');
  const values = { email: 'maya@studio-rand.example', password: '123456', confirmPassword: '123456' };

  it('is valid if it equals the password', async () => {
    expect(await problemsOf(form, values)).toEqual({});
  });

  it('is compared with the password even if other fields are invalid', async () => {
    expect(await problemsOf(form, { ...values, email: 'maya@', password: '12345' })).toEqual({
      email,
      password: 'Password must be at least 6 characters',
      confirmPassword: "Passwords don't match",
    });
  });
});

it("returns the server's message unchanged", () => {
  const message = 'An account with this email address already exists.';
  expect(problemText('email', { type: 'server', message })).toBe(message);
});
