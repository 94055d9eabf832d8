import type { Namespace } from '../i18n/i18n.ts';
import { paths } from './paths.ts';

/** A page that the build renders in every language; its title and description are `pages.<name>` in `common.json`. */
export type Page = {
  name: 'home' | 'compress' | 'privacy' | 'terms' | 'notFound';
  /** Undefined for the page that stands for every unknown address. */
  path?: string;
  namespaces: readonly Namespace[];
  /** Screens by their file below `src/`, so that the page can ask for their code before it runs. */
  screen: string;
};

export const pages: readonly Page[] = [
  { name: 'home', path: paths.home, namespaces: ['landing'], screen: 'screens/landing-screen.tsx' },
  {
    name: 'compress',
    path: paths.compress,
    namespaces: ['compress'],
    screen: 'screens/compress-screen.tsx',
  },
  { name: 'privacy', path: paths.privacy, namespaces: ['legal'], screen: 'screens/privacy-screen.tsx' },
  { name: 'terms', path: paths.terms, namespaces: ['legal'], screen: 'screens/terms-screen.tsx' },
  { name: 'notFound', namespaces: [], screen: 'screens/not-found-screen.tsx' },
];

export function pageAt(pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return pages.find((page) => page.path === path) ?? pages.find(({ name }) => name === 'notFound');
}
