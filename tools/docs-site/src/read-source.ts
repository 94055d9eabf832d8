import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Heading, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';

declare module 'mdast' {
  interface HeadingData {
    /** Anchor of the heading in its file, as GitHub and other viewers form it. */
    slug?: string;
    /** Anchor of the heading on its page. */
    id?: string;
  }
  interface TableRowData {
    /** Anchor of the row on its page. */
    id?: string;
  }
}

/** A Markdown file of the repository. */
export interface Source {
  file: string;
  nodes: RootContent[];
  /** Anchors of all headings of the file. */
  slugs: ReadonlySet<string>;
}

/**
 * Returns a function that reads and parses Markdown files, each once. Comments are removed; HTML is rejected, because
 * the site's pages must not contain markup that is not checked.
 * @param root root of the repository
 */
export function createReader(root: string): (file: string) => Source | undefined {
  const known = new Map<string, Source | undefined>();
  return (file) => {
    if (!known.has(file)) {
      const path = join(root, file);
      known.set(file, existsSync(path) ? parse(file, readFileSync(path, 'utf8')) : undefined);
    }
    return known.get(file);
  };
}

function parse(file: string, text: string): Source {
  const { children } = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const slugger = new GithubSlugger();
  const nodes = children.filter((node) => !(node.type === 'html' && node.value.startsWith('<!--')));
  const slugs = new Set<string>();
  for (const node of nodes) {
    if (node.type !== 'heading') continue;
    const slug = slugger.slug(textOf(node));
    node.data = { slug };
    slugs.add(slug);
  }
  return { file, nodes, slugs };
}

/** Returns the Markdown name of a heading, by which parts of pages refer to sections. */
export const nameOf = (heading: Heading): string =>
  heading.children
    .map((child) => (child.type === 'inlineCode' ? `\`${child.value}\`` : textOf(child)))
    .join('');
