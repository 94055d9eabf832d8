import { outputFormats } from '@gossamer/contracts/formats';
import { colorFilters } from '@gossamer/contracts/settings';
import type { SettingsForm } from './compress-settings.ts';

/**
 * Settings that the address asks for, as the links of the landing page do: `?format=webp`, `?filter=sepia`, `?resize=1`.
 * What it does not know it passes over.
 */
export function askedSettings(search: string): Partial<SettingsForm> {
  const asked = new URLSearchParams(search);
  const format = outputFormats.find((each) => each === asked.get('format'));
  const filter = colorFilters.find((each) => each === asked.get('filter'));
  return {
    ...(format && { format }),
    ...(filter && { filter }),
    ...(asked.get('resize') === '1' && { isResizing: true }),
  };
}

/** Whether something is set that the folded part of the panel holds. */
export function isAdvanced({ filter, isResizing }: Partial<SettingsForm>): boolean {
  return isResizing === true || (filter !== undefined && filter !== 'none');
}
