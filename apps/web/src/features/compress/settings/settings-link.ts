import { compressionOptions, contradictionIn, toSettings } from '@gossamer/contracts/api-options';
import { optionFromText, settingsToTexts } from '@gossamer/contracts/option-texts';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { SettingsForm } from './compress-settings.ts';
import { fromSettings } from './saved/from-settings.ts';

/** Returns the query string of a link to the settings. Its parameters are named like the options of the API. */
export function linkOf(settings: CompressionSettings): string {
  return `?${new URLSearchParams(settingsToTexts(settings))}`;
}

/** Returns the form that shows the settings in a link, or undefined if the settings are invalid. */
export function formOfLink(search: string): SettingsForm | undefined {
  const texts = [...new URLSearchParams(search)].filter(([name]) =>
    Object.hasOwn(compressionOptions.shape, name),
  );
  const values = Object.fromEntries(texts.map(([name, text]) => [name, optionFromText(name, text)]));
  const { success, data } = compressionOptions.safeParse(values);
  return success && contradictionIn(data) === undefined ? fromSettings(toSettings(data)) : undefined;
}
