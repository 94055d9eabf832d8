import type { Namespace } from '../i18n/i18n.ts';
import { paths } from './paths.ts';

/** A page that the build renders in every language; its title is `pages.<name>` in `common.json`, its description in `descriptions.json`. */
export type Page = {
  name:
    | 'home'
    | 'compress'
    | 'privacy'
    | 'terms'
    | 'history'
    | 'checkout'
    | 'login'
    | 'signup'
    | 'forgotPassword'
    | 'resetPassword'
    | 'verifyEmail'
    | 'account'
    | 'notFound';
  /** Undefined for the page that stands for every unknown address. */
  path?: string;
  namespaces: readonly Namespace[];
  /** Screens by their file below `src/`, so that the page can ask for their code before it runs. */
  screen: string;
  /** Nothing for search engines: it shows what is one's own, or needs a link from a mail. */
  isPrivate?: boolean;
};

export const pages: readonly Page[] = [
  { name: 'home', path: paths.home, namespaces: ['landing'], screen: 'screens/landing-screen.tsx' },
  {
    name: 'compress',
    path: paths.compress,
    namespaces: ['compress'],
    screen: 'screens/compress-screen.tsx',
  },
  {
    name: 'history',
    path: paths.history,
    namespaces: ['history', 'compress', 'errors'],
    screen: 'screens/history-screen.tsx',
    isPrivate: true,
  },
  {
    name: 'checkout',
    path: paths.checkout,
    namespaces: ['checkout', 'account', 'errors'],
    screen: 'screens/checkout-screen.tsx',
  },
  { name: 'privacy', path: paths.privacy, namespaces: ['legal'], screen: 'screens/privacy-screen.tsx' },
  { name: 'terms', path: paths.terms, namespaces: ['legal'], screen: 'screens/terms-screen.tsx' },
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
    isPrivate: true,
  },
  {
    name: 'resetPassword',
    path: paths.resetPassword,
    namespaces: ['account', 'errors'],
    screen: 'screens/reset-password-screen.tsx',
    isPrivate: true,
  },
  {
    name: 'verifyEmail',
    path: paths.verifyEmail,
    namespaces: ['account', 'errors'],
    screen: 'screens/verify-email-screen.tsx',
    isPrivate: true,
  },
  {
    name: 'account',
    path: paths.account,
    namespaces: ['account', 'errors'],
    screen: 'screens/account-screen.tsx',
    isPrivate: true,
  },
  { name: 'notFound', namespaces: [], screen: 'screens/not-found-screen.tsx' },
];

export function pageAt(pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return pages.find((page) => page.path === path) ?? pages.find(({ name }) => name === 'notFound');
}
