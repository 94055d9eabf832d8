import { codeBlock, type Syntax, tabBlock } from '@gossamer/gateway/api/docs/reference/code-block';
import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { Code, Heading, InlineCode, Parents, RootContent, Table, TableRow } from 'mdast';
import { defaultHandlers, type State, toHast } from 'mdast-util-to-hast';
import { groupExamples, type TabGroup } from './code-tabs.ts';

declare module 'mdast' {
  interface RootContentMap {
    tabGroup: TabGroup;
  }
}

/** Length of code that fits into the cells of tables and on phones without being broken. */
const maxUnbrokenChars = 24;

/** Names and syntaxes of code blocks by the language that Markdown names. */
const languages: Record<string, { title: string; syntax: Syntax }> = {
  js: { title: 'JavaScript', syntax: 'javascript' },
  json: { title: 'JSON', syntax: 'json' },
  php: { title: 'PHP', syntax: 'php' },
  python: { title: 'Python', syntax: 'python' },
  sh: { title: 'Shell', syntax: 'bash' },
  toml: { title: 'TOML', syntax: 'ini' },
  ts: { title: 'TypeScript', syntax: 'typescript' },
  yaml: { title: 'YAML', syntax: 'yaml' },
};

/**
 * Renders the content of a page as HTML. Headings and rows of tables have anchors, code is highlighted, examples in
 * several languages become tabs, and tables can be scrolled.
 * @throws Error for Markdown that the site does not support, such as HTML, images and other languages
 */
export function renderHtml(nodes: readonly RootContent[]): string {
  const tree = toHast(
    { type: 'root', children: groupExamples(nodes) },
    {
      allowDangerousHtml: true,
      unknownHandler: (_state, node) => unsupported(String(node.type)),
      handlers: {
        code,
        heading,
        inlineCode,
        table,
        tableRow,
        tabGroup,
        html: () => unsupported('HTML'),
        image: () => unsupported('an image'),
      },
    },
  );
  return toHtml(tree, { allowDangerousHtml: true });
}

function unsupported(what: string): never {
  throw new Error(`the documentation site does not support ${what}`);
}

const raw = (value: string): ElementContent => ({ type: 'raw', value }) as unknown as ElementContent;

function code(_state: State, node: Code): ElementContent {
  if (!node.lang) return raw(codeBlock('Text', 'plaintext', node.value));
  const { title, syntax } = languages[node.lang] ?? unsupported(`code in ${node.lang}`);
  return raw(codeBlock(title, syntax, node.value));
}

function tabGroup(state: State, { number, tabs }: TabGroup): ElementContent {
  const withHtml = tabs.map(({ language, code, note }) => ({
    language,
    code: code.value,
    note: toHtml({ type: 'root', children: state.all({ type: 'paragraph', children: note }) } as HtmlRoot),
  }));
  return raw(tabBlock(`example-${number}`, withHtml));
}

/** Renders code in a text. Short code is not broken into lines. */
const inlineCode = (_state: State, { value }: InlineCode): Element =>
  element('code', value.length > maxUnbrokenChars ? { className: ['long'] } : {}, [{ type: 'text', value }]);

function heading(state: State, node: Heading): Element {
  const id = node.data?.id ?? '';
  const link = element('a', { href: `#${id}` }, state.all(node));
  return element(`h${node.depth}`, { id }, [link]);
}

function table(state: State, node: Table): Element {
  const made = defaultHandlers.table(state, node) as Element;
  const [row] = elementsOf(elementsOf(made)[0]);
  for (const cell of elementsOf(row)) cell.properties.scope = 'col';
  // The element scrolls on narrow screens, so it must be reachable by keyboard.
  return element('div', { className: ['table'], role: 'group', ariaLabel: 'Table', tabIndex: 0 }, [made]);
}

function tableRow(state: State, node: TableRow, parent: Parents | undefined): Element {
  const table = parent?.type === 'table' ? parent : undefined;
  const made = defaultHandlers.tableRow(state, node, table) as Element;
  if (node.data?.id) made.properties.id = node.data.id;
  return made;
}

const element = (
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

const elementsOf = (parent: Element | undefined): Element[] =>
  parent?.children.filter((child) => child.type === 'element') ?? [];
