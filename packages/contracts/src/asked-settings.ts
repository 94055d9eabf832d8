import { type OutputFormat, outputFormats } from './formats.ts';
import { type ColorFilter, colorFilters } from './settings.ts';

type AskedSettings = { format?: OutputFormat; filter?: ColorFilter; isResizing?: boolean };

/**
 * Returns the settings in a query string, as used by links on the landing page: `?format=webp`, `?filter=sepia`,
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

/** Returns whether any setting in the collapsed part of the settings panel differs from its default. */
export function isAdvanced({ filter, isResizing }: Omit<AskedSettings, 'format'>): boolean {
  return isResizing === true || (filter !== undefined && filter !== 'none');
}

/** Prerendered page variants with an expanded settings panel, each with the query string that selects it. */
export const unfoldedPages = { filter: '?filter=sepia', resize: '?resize=1' } as const;
export type UnfoldedPage = keyof typeof unfoldedPages;

/**
 * Returns the page variant whose settings panel is expanded for the given query string, or undefined if the panel is
 * collapsed.
 */
export function unfoldedPageOf(search: string): UnfoldedPage | undefined {
  const asked = askedSettings(search);
  if (!isAdvanced(asked)) return undefined;
  return asked.isResizing ? 'resize' : 'filter';
}
