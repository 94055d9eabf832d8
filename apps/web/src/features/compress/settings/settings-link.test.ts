import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import { settingsTable } from '@gossamer/testkit/settings-table';
import { describe, expect, it } from 'vitest';
import { initialSettings, isSameSettings, toSettings } from './compress-settings.ts';
import { fromSettings } from './saved/from-settings.ts';
import { formOfLink, linkOf } from './settings-link.ts';

const rows = Object.entries(settingsTable);

describe('the settings form', () => {
  it.each(rows)('offers the setting %s', (_, row) => {
    const settings: CompressionSettings = { ...defaultSettings, ...row.settings };
    const form = fromSettings(settings);
    expect(form && isSameSettings(toSettings(form), settings)).toBe(true);
  });
});

describe('a link to settings', () => {
  it.each(rows)('contains the setting %s and is parsed into the same settings', (_, row) => {
    const settings: CompressionSettings = { ...defaultSettings, ...row.settings };
    const query = linkOf(settings);
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject(row.form);
    const form = formOfLink(query);
    expect(form && isSameSettings(toSettings(form), settings)).toBe(true);
  });

  it('restores the default settings if it was created from them', () => {
    expect(formOfLink(linkOf(defaultSettings))).toEqual(initialSettings);
  });

  it.each(['?quality=900', '?quality=85&formats=gif', '?quality=85&format=png&formats=webp', '?minBytes=9'])(
    'is ignored if it is invalid: %s',
    (query) => expect(formOfLink(query)).toBeUndefined(),
  );

  it('may contain other parameters', () => {
    expect(formOfLink('?quality=70&utm_source=x')).toMatchObject({ quality: 70, preset: 'medium' });
  });
});
