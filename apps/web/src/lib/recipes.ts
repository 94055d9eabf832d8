import type { OutputFormat } from '@gossamer/contracts/formats';
import type { ColorFilter } from '@gossamer/contracts/settings';
import { withoutSlash } from './without-slash.ts';

/** Fields of the settings form that a recipe can set. */
type RecipeSettings = {
  format?: OutputFormat;
  filter?: ColorFilter;
  isResizing?: boolean;
  goal?: 'size';
  maxKilobytesText?: string;
};

/** Settings for something that many people look for, such as HEIC to JPG, with a page of its own. */
export type Recipe = {
  path: string;
  /** Selects the texts of the page. */
  kind:
    | 'compress'
    | 'heic'
    | 'convert'
    | 'size'
    | 'resize'
    | 'grayscale'
    | 'sepia'
    | 'vintage'
    | 'bulk'
    | 'restore';
  /** Names of the input and output file types, as used in the texts. */
  from?: string;
  to?: string;
  settings: RecipeSettings;
};

const compress = (path: string, from: string): Recipe => ({
  path,
  kind: 'compress',
  from,
  settings: { format: 'same' },
});
const convert = (path: string, from: string, to: string, format: OutputFormat): Recipe => ({
  path,
  kind: 'convert',
  from,
  to,
  settings: { format },
});
const size = (kilobytes: number): Recipe => ({
  path: `/compress-to-${kilobytes}kb`,
  kind: 'size',
  // Use JPEG, because most web forms that limit the file size accept only JPEG.
  settings: { format: 'jpeg', goal: 'size', maxKilobytesText: `${kilobytes}` },
});
const filter = (filter: 'grayscale' | 'sepia' | 'vintage'): Recipe => ({
  path: `/${filter}-filter`,
  kind: filter,
  settings: { filter },
});

/** All recipes, in the order of the list of popular tools. */
export const recipes: readonly Recipe[] = [
  compress('/compress-jpeg', 'JPEG'),
  compress('/compress-png', 'PNG'),
  compress('/compress-webp', 'WebP'),
  { path: '/compress-heic', kind: 'heic', from: 'HEIC', settings: { format: 'same' } },
  convert('/heic-to-jpg', 'HEIC', 'JPG', 'jpeg'),
  convert('/heic-to-webp', 'HEIC', 'WebP', 'webp'),
  convert('/png-to-webp', 'PNG', 'WebP', 'webp'),
  convert('/png-to-jpg', 'PNG', 'JPG', 'jpeg'),
  convert('/jpg-to-webp', 'JPG', 'WebP', 'webp'),
  convert('/jpg-to-avif', 'JPG', 'AVIF', 'avif'),
  convert('/webp-to-jpg', 'WebP', 'JPG', 'jpeg'),
  convert('/webp-to-png', 'WebP', 'PNG', 'png'),
  ...[20, 50, 100, 200, 500].map(size),
  { path: '/resize-image', kind: 'resize', settings: { isResizing: true } },
  filter('grayscale'),
  filter('sepia'),
  filter('vintage'),
  { path: '/bulk-compression', kind: 'bulk', settings: {} },
  { path: '/restore', kind: 'restore', settings: {} },
];

/** Returns the recipe whose page has the given URL path, or undefined. */
export function recipeAt(pathname: string): Recipe | undefined {
  const path = withoutSlash(pathname);
  return recipes.find((recipe) => recipe.path === path);
}
