import type { RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

/** Renders a page as Markdown, with its title and its description before the content. */
export function renderMarkdown(title: string, description: string, nodes: readonly RootContent[]): string {
  const heading: RootContent = { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] };
  const lead: RootContent = { type: 'blockquote', children: [paragraph(description)] };
  return toMarkdown(
    { type: 'root', children: [heading, lead, ...nodes] },
    { bullet: '-', emphasis: '_', rule: '-', extensions: [gfmToMarkdown({ tablePipeAlign: false })] },
  );
}

const paragraph = (value: string) => ({
  type: 'paragraph' as const,
  children: [{ type: 'text' as const, value }],
});
