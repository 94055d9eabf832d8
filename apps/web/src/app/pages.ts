import { unfoldedPages } from '@gossamer/contracts/asked-settings';
import type { Namespace } from '../i18n/i18n.ts';
import { type Recipe, recipes } from '../lib/recipes.ts';
import { paths } from './paths.ts';
import { publicPathAt } from './public-paths.ts';

/**
 * A page that the build prerenders in every language. Unless it is the page of a recipe, the key of its title is
 * `pages.<name>` in `common.json`, and its description is in `descriptions.json`.
 */
export type Page = NamedPage | RecipePage;

type NamedPage = PageParts & {
  name:
    | 'home'
    | 'compress'
    | 'privacy'
    | 'terms'
    | 'history'
    | 'pricing'
    | 'checkout'
    | 'affiliate'
    | 'affiliateDashboard'
    | 'login'
    | 'signup'
    | 'forgotPassword'
    | 'resetPassword'
    | 'verifyEmail'
    | 'account'
    | 'notFound';
  recipe?: undefined;
};

type RecipePage = PageParts & { name: string; recipe: Recipe };

type PageParts = {
  /** URL path; `:code` matches any path segment. Undefined for the page that is shown for unknown URLs. */
  path?: string;
  /**
   * Whether members receive the prerendered content. Until the app runs, the header and all elements with the attribute
   * `data-for-visitors` stay hidden. Members receive all other pages without content, because most of that content
   * applies only to visitors.
   */
  isSentToMembers?: true;
  namespaces: readonly Namespace[];
  /** Path of the screen's module relative to `src/`. Used to preload the code of the screen. */
  screen: string;
  /**
   * Additional prerendered variants of the page: the query string that selects each variant, by the name of the
   * variant.
   */
  variants?: Readonly<Record<string, string>>;
};

/** All prerendered pages. Used only by the build, not in the browser. */
export const pages: readonly Page[] = [
  ...recipes.map(
    (recipe): Page => ({
      name: recipe.path.slice(1),
      path: recipe.path,
      recipe,
      namespaces: ['compress', 'recipes', 'recipeNames'],
      screen: 'screens/recipe-screen.tsx',
    }),
  ),
  {
    name: 'home',
    path: paths.home,
    namespaces: ['landing', 'recipeNames'],
    screen: 'screens/landing-screen.tsx',
  },
  {
    name: 'compress',
    path: paths.compress,
    namespaces: ['compress'],
    screen: 'screens/compress-screen.tsx',
    variants: unfoldedPages,
  },
  {
    name: 'history',
    path: paths.history,
    isSentToMembers: true,
    namespaces: ['history', 'compress', 'errors'],
    screen: 'screens/history-screen.tsx',
  },
  {
    name: 'pricing',
    path: paths.pricing,
    namespaces: ['pricing', 'checkout'],
    screen: 'screens/pricing-screen.tsx',
  },
  {
    name: 'checkout',
    path: paths.checkout,
    namespaces: ['checkout', 'account', 'errors'],
    screen: 'screens/checkout-screen.tsx',
  },
  {
    name: 'affiliate',
    path: paths.affiliate,
    isSentToMembers: true,
    namespaces: ['affiliate', 'account', 'errors'],
    screen: 'screens/affiliate-screen.tsx',
  },
  {
    name: 'affiliateDashboard',
    path: paths.affiliateDashboard,
    isSentToMembers: true,
    namespaces: ['affiliate', 'account', 'errors'],
    screen: 'screens/affiliate-dashboard-screen.tsx',
  },
  {
    name: 'privacy',
    path: paths.privacy,
    isSentToMembers: true,
    namespaces: ['legal'],
    screen: 'screens/privacy-screen.tsx',
  },
  {
    name: 'terms',
    path: paths.terms,
    isSentToMembers: true,
    namespaces: ['legal'],
    screen: 'screens/terms-screen.tsx',
  },
  { name: 'login', path: paths.login, namespaces: ['account', 'errors'], screen: 'screens/login-screen.tsx' },
  {
    name: 'signup',
    path: paths.signup,
    namespaces: ['account', 'errors'],
    screen: 'screens/signup-screen.tsx',
  },
  {
    name: 'forgotPassword',
    path: paths.forgotPassword,
    namespaces: ['account', 'errors'],
    screen: 'screens/forgot-password-screen.tsx',
  },
  {
    name: 'resetPassword',
    path: paths.resetPassword,
    namespaces: ['account', 'errors'],
    screen: 'screens/reset-password-screen.tsx',
  },
  {
    name: 'verifyEmail',
    path: paths.verifyEmail,
    namespaces: ['account', 'errors'],
    screen: 'screens/verify-email-screen.tsx',
  },
  {
    name: 'account',
    path: paths.account,
    isSentToMembers: true,
    namespaces: ['account', 'apiKeys', 'webhooks', 'errors'],
    screen: 'screens/account-screen.tsx',
  },
  { name: 'notFound', namespaces: [], screen: 'screens/not-found-screen.tsx' },
];

/** Returns whether the page must be excluded from search engines. */
export const isPrivate = ({ path }: Page) => path !== undefined && publicPathAt(path) === undefined;
