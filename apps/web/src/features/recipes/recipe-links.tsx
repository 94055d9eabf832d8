import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recipes } from '../../lib/recipes.ts';
import { recipeName } from './recipe-texts.ts';

/** Links to the pages of all recipes. Omits the recipe with the path `except`. */
export function RecipeLinks({ except }: { except?: string }) {
  const { t } = useTranslation('recipeNames');
  return (
    <nav aria-labelledby="tools" className="page grid gap-4 pt-12">
      <h2 id="tools" className="text-head font-(--g-weight-strong) tracking-(--g-track-head)">
        {t('title')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {recipes
          .filter(({ path }) => path !== except)
          .map((recipe) => (
            <li key={recipe.path}>
              <Link
                to={recipe.path}
                className="inline-flex min-h-8.5 items-center rounded-full border border-line bg-surface px-3.25 py-1.5 text-small text-ink-2 hover:border-line-strong hover:text-ink pointer-coarse:min-h-(--g-control)"
              >
                {recipeName(recipe)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
