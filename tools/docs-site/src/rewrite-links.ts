import type { InlineCode, Link, Parents, PhrasingContent, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import type { Block } from './compose-page.ts';
import type { Target } from './site-links.ts';

/** Pages of the product that the texts name as code, such as `/account`. On the site they are links. */
const productPaths = new Set([
  '/account',
  '/api/docs',
  '/api/docs/console',
  '/api/docs/errors',
  '/api/v1/openapi.json',
  '/compress',
]);

/** Stands for a reference to a decision record until it is removed together with its parentheses. */
const removed = '\uE000';
const references = /\s*\((?:decisions? )?\uE000(?:(?:,| and)\s+\uE000)*\)/g;

interface Options {
  /** Finds the target of a link by the file that contains it. */
  find: (from: string, url: string) => Target;
  /** Returns the URL of a place on the site. */
  urlOf: (path: string, anchor: string) => string;
  /** Is called for each link that leads to nothing on the site. */
  onDrop: (from: string, url: string) => void;
}

/**
 * Returns copies of the blocks in which links lead to pages of the site. Of other links only the text remains, and of
 * references to decision records nothing. Remarks on tests are left out.
 * @throws Error for a reference to a decision record that is not in parentheses
 */
export function rewriteLinks(blocks: readonly Block[], options: Options): RootContent[] {
  return blocks
    .filter(({ node }) => !(node.type === 'paragraph' && textOf(node).startsWith('Tested by ')))
    .map(({ file, node }) => {
      const copy = structuredClone(node);
      linkProductPages(copy);
      visit(copy, 'link', (link, index, parent) => {
        if (!parent || index === undefined) return;
        const { target, kept } = followLink(file, link, options);
        if (target !== undefined) link.url = target;
        else {
          parent.children.splice(index, 1, ...(kept as never[]));
          return [SKIP, index + kept.length];
        }
      });
      removeReferences(copy, file);
      return copy;
    });
}

function followLink(file: string, link: Link, { find, urlOf, onDrop }: Options) {
  if (link.url.startsWith('/')) return { target: urlOf(link.url, ''), kept: [] };
  const target = find(file, link.url);
  if (target)
    return { target: target.kind === 'url' ? target.url : urlOf(target.path, target.anchor), kept: [] };
  onDrop(file, link.url);
  const isReference = /^\d{4}$/.test(textOf(link));
  const kept: PhrasingContent[] = isReference ? [{ type: 'text', value: removed }] : link.children;
  return { target: undefined, kept };
}

/** Turns paths of the product, which are written as code, into links. */
function linkProductPages(node: RootContent): void {
  visit(node, 'inlineCode', (code: InlineCode, index, parent) => {
    if (!parent || index === undefined || parent.type === 'link' || !productPaths.has(code.value)) return;
    parent.children[index] = { type: 'link', url: code.value, children: [code] };
    return [SKIP, index + 1];
  });
}

function removeReferences(node: RootContent, file: string): void {
  visit(node, (parent) => {
    if (!('children' in parent)) return;
    mergeTexts(parent);
    for (const child of parent.children) {
      if (child.type !== 'text') continue;
      child.value = child.value.replace(references, '');
      if (child.value.includes(removed)) {
        throw new Error(`${file}: put references to decision records in parentheses: ${child.value}`);
      }
    }
  });
}

function mergeTexts(parent: Parents): void {
  for (let index = parent.children.length - 1; index > 0; index -= 1) {
    const [before, child] = [parent.children[index - 1], parent.children[index]];
    if (before?.type !== 'text' || child?.type !== 'text') continue;
    before.value += child.value;
    parent.children.splice(index, 1);
  }
}
