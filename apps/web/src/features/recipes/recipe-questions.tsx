import { presetQualities } from '@gossamer/contracts/settings';
import { useTranslation } from 'react-i18next';
import { Questions } from '../../components/questions.tsx';
import { formatCount } from '../../i18n/format.ts';
import { formatSpan } from '../../i18n/format-time.ts';
import type messages from '../../i18n/messages/en/recipes.json';
import { limitsByPlan } from '../../lib/plan-limits.ts';
import type { Recipe } from '../../lib/recipes.ts';
import { sizeOf } from './recipe-texts.ts';

type Question = keyof (typeof messages)['questions'];

const questionsOf: Record<Recipe['kind'], readonly Question[]> = {
  compress: ['difference', 'same', 'batch'],
  heic: ['difference', 'heic', 'batch'],
  convert: ['difference', 'batch'],
  size: ['exact', 'pixels', 'minimum'],
  resize: ['which', 'enlarge', 'shape'],
  grayscale: ['original', 'batch'],
  sepia: ['original', 'batch'],
  vintage: ['original', 'batch'],
  bulk: ['batch', 'names', 'difference'],
  restore: ['archive', 'identical', 'keeps'],
};

/** Questions about why to convert images to a file type, by the name of that file type. */
const whyOf: Record<string, Question> = { JPG: 'jpg', WebP: 'webp', PNG: 'png', AVIF: 'avif' };

/** Returns the questions on a recipe's page. */
function questionsFor({ kind, to }: Recipe): Question[] {
  const why = to ? whyOf[to] : undefined;
  return [...(why ? [why] : []), ...questionsOf[kind], 'free', 'privacy'];
}

/** Section with frequently asked questions about a recipe, and their answers. */
export function RecipeQuestions({ recipe }: { recipe: Recipe }) {
  const { t } = useTranslation(['recipes', 'compress']);
  const { free, pro } = limitsByPlan;
  const values = {
    from: recipe.from,
    size: sizeOf(recipe.settings),
    quality: formatCount(presetQualities.high),
    same: t('compress:settings.formats.same'),
    auto: t('compress:settings.formats.auto'),
    files: formatCount(free.maxBatchFiles),
    proFiles: formatCount(pro.maxBatchFiles),
    limit: formatCount(free.dailyCompressions ?? 0),
    time: formatSpan(free.resultKeptMs),
    webPx: formatCount(1_920),
    emailPx: formatCount(1_280),
  };
  const entries = questionsFor(recipe).map((question) => ({
    title: t(`recipes:questions.${question}.title`, values),
    text: t(`recipes:questions.${question}.text`, values),
  }));
  return <Questions title={t('recipes:questionsTitle')} entries={entries} />;
}
