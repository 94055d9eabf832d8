import { expect, it } from 'vitest';
import { askedForm } from './asked-form.ts';
import { initialSettings, toSettings } from './compress-settings.ts';

const settingsOn = (path: string, last = initialSettings) =>
  toSettings({ ...last, ...askedForm(path, '').parts });

it('recipe pages preselect the format, the file size, the filter or the dimensions of their recipe', () => {
  expect(settingsOn('/compress-png')).toMatchObject({ format: 'same' });
  expect(settingsOn('/heic-to-jpg/')).toMatchObject({ format: 'jpeg' });
  expect(settingsOn('/compress-to-50kb')).toMatchObject({
    format: 'jpeg',
    maxBytes: 50_000,
    onUnreachable: 'shrink',
  });
  expect(settingsOn('/sepia-filter')).toMatchObject({ format: 'auto', filter: 'sepia' });
  expect(askedForm('/resize-image', '').parts).toMatchObject({ isResizing: true });
});

it('a recipe page replaces the settings of the previous recipe, but not the chosen quality', () => {
  const last = { ...initialSettings, ...askedForm('/compress-to-50kb', '').parts, quality: 70 };
  expect(settingsOn('/png-to-webp', last)).toEqual({
    ...toSettings(initialSettings),
    format: 'webp',
    quality: 70,
  });
});

it('the first render of a recipe page has the same settings as the prerendered page', () => {
  const { parts, prerendered } = askedForm('/sepia-filter', '');
  expect(prerendered).toEqual(parts);
});

it('on /compress, the settings come from the query string', () => {
  expect(askedForm('/compress', '?format=webp&quality=50')).toEqual({
    parts: { format: 'webp' },
    prerendered: { isResizing: false },
    link: '?format=webp&quality=50',
  });
  expect(askedForm('/compress', '?resize=1')).toMatchObject({ prerendered: { isResizing: true } });
  expect(askedForm('/history', '?format=webp')).toEqual({ parts: {}, prerendered: {} });
});
