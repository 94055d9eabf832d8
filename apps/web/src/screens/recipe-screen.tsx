import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FormatTable } from '../features/compress/guide/format-table.tsx';
import { QualityGuide } from '../features/compress/guide/quality-guide.tsx';
import { Subtitle } from '../features/compress/upsell/subtitle.tsx';
import { RecipeExample } from '../features/recipes/recipe-example.tsx';
import { RecipeLinks } from '../features/recipes/recipe-links.tsx';
import { RecipeQuestions } from '../features/recipes/recipe-questions.tsx';
import { RecipeSteps } from '../features/recipes/recipe-steps.tsx';
import { recipeIntro, recipeName } from '../features/recipes/recipe-texts.ts';
import { usePlanLimits } from '../lib/plan-limits.ts';
import { recipeAt } from '../lib/recipes.ts';
import { ToolPage } from './tool-page.tsx';

/** The page of one recipe, such as /heic-to-jpg: the tool with the settings of the recipe, and answers to questions. */
export function RecipeScreen() {
  // Re-render this screen when the language changes.
  const { t } = useTranslation(['recipes', 'recipeNames']);
  const { maxMegabytes, maxBatchFiles: maxFiles } = usePlanLimits();
  const recipe = recipeAt(useLocation().pathname);
  // This never happens, because the router shows this screen only at the paths of recipes.
  if (!recipe) return null;
  const isRestoring = recipe.kind === 'restore';
  const archiveTexts = isRestoring
    ? {
        title: t('archives.title'),
        input: t('archives.input'),
        limits: t('archives.limits', { maxMegabytes, maxFiles }),
      }
    : undefined;
  return (
    <ToolPage
      title={recipeName(recipe)}
      archiveTexts={archiveTexts}
      subtitle={
        <>
          <p className="mt-1.5 max-w-160">{recipeIntro(recipe)}</p>
          <Subtitle />
        </>
      }
    >
      <RecipeSteps hasSettings={!isRestoring} />
      <RecipeExample recipe={recipe} />
      <RecipeQuestions recipe={recipe} />
      {!isRestoring && (
        <div className="page grid gap-4 pt-14 wide:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <FormatTable />
          <QualityGuide />
        </div>
      )}
      <RecipeLinks except={recipe.path} />
    </ToolPage>
  );
}
