import { askedSettings, unfoldedPageOf } from '@gossamer/contracts/asked-settings';
import { paths } from '../../../app/paths.ts';
import { recipeAt } from '../../../lib/recipes.ts';
import { withoutSlash } from '../../../lib/without-slash.ts';
import { initialSettings, type SettingsForm } from './compress-settings.ts';

/**
 * Settings that every recipe page sets, so that settings of a previously visited recipe page do not remain in effect.
 */
const { format, filter, isResizing, goal, isArchiving, isForWeb } = initialSettings;
const recipeDefaults = { format, filter, isResizing, goal, isArchiving, isForWeb };

/**
 * Returns whether a query string is that of a copied settings link, which contains all settings. Other links do not set
 * the quality.
 */
const isSettingsLink = (search: string) => new URLSearchParams(search).has('quality');

/** Settings that a URL sets. */
export type AskedForm = {
  parts: Partial<SettingsForm>;
  /** The settings with which the page was prerendered. */
  prerendered: Partial<SettingsForm>;
  /**
   * Query string of the page if the page was opened with a settings link, which contains all settings; otherwise
   * undefined.
   */
  link?: string | undefined;
};

/** Returns the settings that the URL sets: those of a recipe page, or those in the query string of /compress. */
export function askedForm(pathname: string, search: string): AskedForm {
  const recipe = recipeAt(pathname);
  if (recipe) {
    const parts = { ...recipeDefaults, ...recipe.settings };
    return { parts, prerendered: parts };
  }
  if (withoutSlash(pathname) !== paths.compress) return { parts: {}, prerendered: {} };
  return {
    parts: askedSettings(search),
    prerendered: { isResizing: unfoldedPageOf(search) === 'resize' },
    link: isSettingsLink(search) ? search : undefined,
  };
}
