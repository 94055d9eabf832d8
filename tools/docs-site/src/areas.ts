import type { Part } from './parts.ts';

/** A page of the documentation site, and the Markdown it is made of. */
export interface PageSource {
  /** URL path below `/docs/`; also the name of its files. */
  name: string;
  title: string;
  /** One sentence: the lead of the page, its description for search engines, and its line in llms.txt. */
  description: string;
  parts: readonly Part[];
  /** Sections (`file#anchor`) that this page says more about. Links to them lead to this page. */
  replaces?: readonly string[];
}

export interface PageGroup {
  title: string;
  pages: readonly PageSource[];
}

/** One of the two areas of the site: for those who use Gossamer, and for those who run it. */
export interface Area {
  name: 'guide' | 'self-hosting';
  title: string;
  groups: readonly PageGroup[];
}
