import { type OutputFormat, outputFormats } from './formats.ts';
import { type ColorFilter, colorFilters } from './settings.ts';

type AskedSettings = { format?: OutputFormat; filter?: ColorFilter; isResizing?: boolean };

/**
 * Returns the settings that an address asks for, as the links of the landing page do: `?format=webp`, `?filter=sepia`,
 * `?resize=1`. Unknown values are ignored.
 */
export function askedSettings(search: string): AskedSettings {
  const asked = new URLSearchParams(search);
  const format = outputFormats.find((each) => each === asked.get('format'));
  const filter = colorFilters.find((each) => each === asked.get('filter'));
  return {
    ...(format && { format }),
    ...(filter && { filter }),
    ...(asked.get('resize') === '1' && { isResizing: true }),
  };
}

/** Returns whether a setting is set that the folded part of the settings panel holds. */
export function isAdvanced({ filter, isResizing }: Omit<AskedSettings, 'format'>): boolean {
  return isResizing === true || (filter !== undefined && filter !== 'none');
}

/** The state of the settings panel that a page with unfolded options is rendered in, with an address that asks for it. */
export const unfoldedPages = { filter: '?filter=sepia', resize: '?resize=1' } as const;
export type UnfoldedPage = keyof typeof unfoldedPages;

/** Returns the variant of the page that has the settings panel as the address asks for it; undefined: folded. */
export function unfoldedPageOf(search: string): UnfoldedPage | undefined {
  const asked = askedSettings(search);
  if (!isAdvanced(asked)) return undefined;
  return asked.isResizing ? 'resize' : 'filter';
}
