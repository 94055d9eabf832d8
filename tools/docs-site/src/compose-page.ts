import GithubSlugger from 'github-slugger';
import type { Heading, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import type { PageSource } from './areas.ts';
import type { Part } from './parts.ts';
import { nameOf, type Source } from './read-source.ts';

/** A block of a page, and the file that it is from, to which its links are relative. */
export interface Block {
  file: string;
  node: RootContent;
}

/** A page whose content has been put together. Links still lead to files of the repository. */
export interface ComposedPage extends Pick<PageSource, 'name' | 'title' | 'description'> {
  blocks: Block[];
  /** Anchors on the page by `file#anchor`. An empty anchor is the top of the page. */
  anchors: Map<string, string>;
  /** Files that the page contains without a choice of sections. */
  wholeFiles: ReadonlySet<string>;
}

/**
 * Puts the parts of a page together and gives its headings anchors.
 * @returns undefined if no part of the page exists and all are optional
 * @throws Error if a file or a section does not exist
 */
export function composePage(
  page: PageSource,
  read: (file: string) => Source | undefined,
): ComposedPage | undefined {
  const anchors = new Map<string, string>(page.replaces?.map((section) => [section, '']));
  const slugger = new GithubSlugger();
  const blocks = page.parts.flatMap((part) => {
    const source = read(part.file);
    if (!source && !part.isOptional) throw new Error(`${part.file} does not exist`);
    return source ? blocksOf(part, source, anchors) : [];
  });
  if (blocks.length === 0) {
    if (page.parts.some(({ isOptional }) => !isOptional)) throw new Error(`the page ${page.name} is empty`);
    return undefined;
  }
  const started = new Set([blocks[0]?.file]);
  for (const { file, node } of blocks) {
    if (node.type !== 'heading') continue;
    const id = slugger.slug(textOf(node));
    anchors.set(`${file}#${node.data?.slug}`, id);
    // Links to a file whose text does not begin the page lead to its first heading.
    if (!started.has(file)) anchors.set(file, id);
    started.add(file);
    node.data = { ...node.data, id };
  }
  giveRowsAnchors(blocks, slugger);
  const { name, title, description } = page;
  const wholeFiles = new Set(page.parts.filter(({ sections }) => !sections).map(({ file }) => file));
  return { name, title, description, blocks, anchors, wholeFiles };
}

/** Gives rows of tables that begin with code, such as the name of an option, an anchor. */
function giveRowsAnchors(blocks: readonly Block[], slugger: GithubSlugger): void {
  for (const { node } of blocks) {
    if (node.type !== 'table') continue;
    for (const row of node.children.slice(1)) {
      const [first] = row.children[0]?.children ?? [];
      if (first?.type === 'inlineCode') row.data = { id: slugger.slug(first.value) };
    }
  }
}

function blocksOf(part: Part, source: Source, anchors: Map<string, string>): Block[] {
  const { file, sections, isUnwrapped } = part;
  const left = part.without.reduce(removeSection, source.nodes);
  const replaceHeading = (heading: Heading) => anchors.set(`${file}#${heading.data?.slug}`, '');
  const chosen = sections
    ? sections.flatMap((name) => findSection(part, left, name))
    : left.filter((node) => !(node.type === 'heading' && node.depth === 1 && replaceHeading(node)));
  if (!anchors.has(file)) anchors.set(file, '');
  const isWrapper = (node: RootContent, index: number) =>
    isUnwrapped && index === 0 && node.type === 'heading';
  const [first] = chosen;
  if (first && isWrapper(first, 0)) replaceHeading(first as Heading);
  const nodes = chosen.filter((node, index) => !isWrapper(node, index)).map((node) => structuredClone(node));
  return promoted(nodes).map((node) => ({ file, node }));
}

/** Raises headings so that the highest ones are those below the title of the page. */
function promoted(nodes: RootContent[]): RootContent[] {
  const depths = nodes.flatMap((node) => (node.type === 'heading' ? [node.depth] : []));
  const raise = Math.min(...depths) - 2;
  for (const node of nodes) {
    if (node.type === 'heading') node.depth = Math.min(6, node.depth - raise) as Heading['depth'];
  }
  return nodes;
}

/** Returns the position of a section: its heading, and the end of its content. */
function rangeOf(nodes: RootContent[], name: string): [start: number, end: number] | undefined {
  const start = nodes.findIndex((node) => node.type === 'heading' && nameOf(node) === name);
  const heading = nodes[start];
  if (heading?.type !== 'heading') return undefined;
  const end = nodes.findIndex(
    (node, index) => index > start && node.type === 'heading' && node.depth <= heading.depth,
  );
  return [start, end < 0 ? nodes.length : end];
}

function findSection({ file, isOptional }: Part, nodes: RootContent[], name: string): RootContent[] {
  const range = rangeOf(nodes, name);
  if (!range && !isOptional) throw new Error(`${file} has no section "${name}"`);
  return range ? nodes.slice(...range) : [];
}

function removeSection(nodes: RootContent[], name: string): RootContent[] {
  const range = rangeOf(nodes, name);
  return range ? [...nodes.slice(0, range[0]), ...nodes.slice(range[1])] : nodes;
}
