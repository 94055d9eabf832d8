// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../i18n/i18n.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { rememberBackend } from '../device/backend.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { EncodingFields } from './goal-fields.tsx';
import { readRememberedSettings } from './remembered-settings.ts';
import { SettingsProvider } from './settings-context.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['compress', 'compressMore']);
});
beforeEach(() => {
  localStorage.clear();
  rememberBackend('cloud');
  renderPart(
    <SettingsProvider>
      <EncodingFields />
      <AdvancedFields />
    </SettingsProvider>,
  );
});

const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const check = (name: string) => fireEvent.click(checkbox(name));
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Another width (px)' });
const enter = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.keyDown(field(), { key: 'Enter' });
};
const summary = () => screen.getByText(/^Each image becomes/).textContent;
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
const errors = () => alerts().filter(Boolean);

it('the section replaces the settings that it cannot be combined with, and says so', () => {
  expect(screen.getByText('Output format')).toBeTruthy();
  check('For a web page');
  for (const text of ['Output format', 'Goal', 'Resize', 'Archive originals (JPEG only)', 'File names'])
    expect(screen.queryByText(text)).toBeNull();
  expect(screen.getByRole('slider', { name: 'Quality' })).toBeTruthy();
  expect(checkbox('For a web page').getAttribute('aria-describedby')).toBeTruthy();
  expect(
    screen.getByText(/^Output format, file size, resizing and archiving are not available/),
  ).toBeTruthy();
  check('For a web page');
  check('Archive originals (JPEG only)');
  expect(screen.queryByRole('checkbox', { name: 'For a web page' })).toBeNull();
});

it('the section states what is made, and the choices are remembered', () => {
  check('For a web page');
  expect(summary()).toBe(
    'Each image becomes up to 12 files: 4 widths in AVIF, WebP, JPEG/PNG. It counts as one compression.',
  );
  press('1200');
  check('JPEG XL');
  check('2x');
  expect(button('1200').getAttribute('aria-pressed')).toBe('false');
  expect(summary()).toContain('up to 16 files: 4 widths in AVIF, WebP, JPEG XL, JPEG/PNG');
  expect(readRememberedSettings()).toMatchObject({
    isForWeb: true,
    webWidths: [400, 800, 'original'],
    webDensities: [1, 2],
    webFormats: ['avif', 'jxl', 'webp'],
  });
});

it('a width can be added and removed', () => {
  check('For a web page');
  enter('1024 px');
  expect(field().value).toBe('');
  press('Remove width 1024');
  expect(screen.queryByRole('button', { name: 'Remove width 1024' })).toBeNull();
  enter('15');
  expect(errors()).toEqual(['Enter a width from 16 to 16,383 pixels.']);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(field(), { target: { value: '150' } });
  expect(errors()).toEqual([]);
  press('Add');
  expect(readRememberedSettings().webWidths).toEqual([150, 400, 800, 1_200, 'original']);
});

it('changes beyond the limits are rejected next to the field', () => {
  check('For a web page');
  for (const width of ['320', '640', '1600', '1920']) press(width);
  check('2x');
  const tooMany = 'At most 12 widths are possible. Remove a width or a density first.';
  // Seven widths and their doubles are 11 different widths.
  expect(errors()).toEqual([]);
  check('3x');
  expect(errors()).toEqual([tooMany]);
  expect(checkbox('3x').checked).toBe(false);
  enter('2222');
  expect(errors()).toEqual([tooMany]);
  expect(field().value).toBe('2222');
  press('1920');
  expect(errors()).toEqual([]);
  for (const width of ['320', '400', '640', '800', '1200', '1600', 'Original']) press(width);
  expect(errors()).toEqual(['Choose at least one width.']);
  expect(button('Original').getAttribute('aria-pressed')).toBe('true');
  check('1x');
  check('2x');
  expect(checkbox('2x').checked).toBe(true);
});

it('the section says that it needs the cloud while images are processed on this device', async () => {
  check('For a web page');
  expect(screen.queryByText(/^This is possible only in the cloud/)).toBeNull();
  rememberBackend('device');
  expect(await screen.findByText('This is possible only in the cloud. Choose “Cloud” below.')).toBeTruthy();
});
