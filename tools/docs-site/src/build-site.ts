import type { RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import type { Area } from './areas.ts';
import { type ComposedPage, composePage } from './compose-page.ts';
import { guide } from './guide-pages.ts';
import { createReader } from './read-source.ts';
import { renderHtml } from './render-html.ts';
import { renderMarkdown } from './render-markdown.ts';
import { rewriteLinks } from './rewrite-links.ts';
import { type Passage, passagesOf } from './search-index.ts';
import { selfHosting } from './self-hosting-pages.ts';
import { createLinkFinder, htmlUrlOf, markdownUrlOf, originMark, pathOf } from './site-links.ts';

/** A heading in the contents of a page. */
export interface PageHeading {
  id: string;
  text: string;
  depth: number;
}

export interface BuiltPage extends Pick<ComposedPage, 'name' | 'title' | 'description'> {
  headings: PageHeading[];
  html: string;
  markdown: string;
  passages: Passage[];
}

export interface BuiltArea extends Pick<Area, 'name' | 'title'> {
  groups: { title: string; pages: BuiltPage[] }[];
}

/** A link to a file that is not part of the site. The pages show only its text. */
export interface DroppedLink {
  /** Path of the Markdown file that contains the link. */
  from: string;
  url: string;
}

/** Addresses of a Gossamer in examples. Pages for users show the address of the service instead. */
const exampleOrigins = /https:\/\/gossamer\.example(?![\w.-])|http:\/\/localhost:3000/g;

/**
 * Renders all pages of the site from the Markdown files of the repository.
 * @param root root of the repository
 * @param onDrop is called for each link that leads to a file that is not part of the site
 * @throws Error if a file, a section or an anchor does not exist
 */
export function buildSite(root: string, onDrop: (link: DroppedLink) => void = () => {}): BuiltArea[] {
  const read = createReader(root);
  const composed = [guide, selfHosting].map((area) => ({
    ...area,
    groups: area.groups.map(({ title, pages }) => ({
      title,
      pages: pages.flatMap((page) => composePage(page, read) ?? []),
    })),
  }));
  const find = createLinkFinder(
    composed.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages)),
    read,
  );
  const build = (area: Area['name'], { name, title, description, blocks }: ComposedPage): BuiltPage => {
    const shown = area === 'guide' ? blocks.map(withServiceOrigin) : blocks;
    const nodes = rewriteLinks(shown, {
      find,
      urlOf: htmlUrlOf,
      onDrop: (from, url) => onDrop({ from, url }),
    });
    const forMarkdown = rewriteLinks(shown, { find, urlOf: markdownUrlOf, onDrop: () => {} });
    return {
      name,
      title,
      description,
      headings: nodes.flatMap(toPageHeading),
      html: renderHtml(nodes),
      markdown: renderMarkdown(title, description, forMarkdown),
      passages: passagesOf(pathOf(name), title, nodes),
    };
  };
  return composed.map(({ name, title, groups }) => ({
    name,
    title,
    groups: groups.map((group) => ({ ...group, pages: group.pages.map((page) => build(name, page)) })),
  }));
}

/** Replaces the example addresses in a code block with the address of the service. */
function withServiceOrigin(block: ComposedPage['blocks'][number]): ComposedPage['blocks'][number] {
  const { node } = block;
  if (node.type !== 'code') return block;
  return { ...block, node: { ...node, value: node.value.replace(exampleOrigins, originMark) } };
}

function toPageHeading(node: RootContent): PageHeading[] {
  if (node.type !== 'heading' || node.depth > 3) return [];
  return [{ id: node.data?.id ?? '', text: textOf(node), depth: node.depth }];
}
