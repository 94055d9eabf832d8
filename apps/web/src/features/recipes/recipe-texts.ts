import { planLimits } from '@gossamer/contracts/limits';
import { formatCount, formatKilobytes } from '../../i18n/format.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { Recipe } from '../../lib/recipes.ts';

/** Returns the name of a recipe, such as "HEIC to JPG". Requires the namespace `recipeNames`. */
export function recipeName({ kind, from, to, settings }: Recipe): string {
  if (kind === 'size') return i18n.t('recipeNames:size', { size: sizeOf(settings) });
  if (kind === 'convert') return i18n.t('recipeNames:convert', { from, to });
  if (kind === 'compress' || kind === 'heic') return i18n.t('recipeNames:compress', { from });
  return i18n.t(`recipeNames:${kind}`);
}

/** Returns the introduction of a recipe's page. Requires the namespace `recipes`. */
export function recipeIntro({ kind, from, to, settings }: Recipe): string {
  const isFilter = kind === 'grayscale' || kind === 'sepia' || kind === 'vintage';
  return i18n.t(`recipes:intros.${isFilter ? 'filter' : kind}`, {
    from,
    to,
    size: sizeOf(settings),
    files: formatCount(planLimits.free.maxBatchFiles),
    proFiles: formatCount(planLimits.pro.maxBatchFiles),
  });
}

/** Returns the title and the description of a recipe's page. Requires the namespaces `recipeNames` and `recipes`. */
export function recipeTexts(recipe: Recipe): { title: string; description: string } {
  const limit = formatCount(planLimits.free.dailyCompressions);
  return {
    title: recipeName(recipe),
    description: i18n.t('recipes:description', { intro: recipeIntro(recipe), limit }),
  };
}

/** Returns the maximum file size of a recipe, such as "50 KB", or an empty string if it has none. */
export function sizeOf({ maxKilobytesText }: Recipe['settings']): string {
  return maxKilobytesText === undefined ? '' : formatKilobytes(Number(maxKilobytesText) * 1_000);
}
