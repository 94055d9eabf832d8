// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { i18n, startI18n } from '../i18n/i18n.ts';
import { renderPart } from '../test/render-part.tsx';
import { PasswordField } from './password-field.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['account']);
});

const registration = { name: 'password', onChange: async () => {}, onBlur: async () => {}, ref: () => {} };
const show = () =>
  renderPart(<PasswordField label="Password" registration={registration} error={undefined} />);
const field = () => screen.getByLabelText('Password');

it('the password field masks the password until it is revealed, and can mask it again', () => {
  show();
  expect(field().getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field().getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field().getAttribute('type')).toBe('password');
});

it('the password field accepts pasted text', () => {
  show();
  // `fireEvent.paste` returns false if a handler prevents the browser from inserting the text.
  expect(fireEvent.paste(field(), { clipboardData: { getData: () => 'correct horse battery' } })).toBe(true);
});
