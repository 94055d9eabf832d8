import type { Code, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';

/** Labels that begin the example of a language in Markdown, such as `**curl**`, and the tab that they stand for. */
const labels = { curl: 'curl', JavaScript: 'node', Python: 'python', 'Command line': 'cli' } as const;

export interface ExampleTab {
  language: (typeof labels)[keyof typeof labels];
  code: Code;
  /** Text after the label, such as how to install a package. */
  note: PhrasingContent[];
}

/** Examples in several languages, of which a page shows one at a time. */
export interface TabGroup {
  type: 'tabGroup';
  /** Number of the group on the page, from 1. */
  number: number;
  tabs: ExampleTab[];
}

/**
 * Combines consecutive examples into groups. An example is a paragraph that begins with a bold label, and the code
 * below it. A single example stays as it is.
 */
export function groupExamples(nodes: readonly RootContent[]): (RootContent | TabGroup)[] {
  const grouped: (RootContent | TabGroup)[] = [];
  let number = 0;
  for (let index = 0; index < nodes.length; ) {
    const tabs = tabsAt(nodes, index);
    if (tabs.length > 1) {
      number += 1;
      grouped.push({ type: 'tabGroup', number, tabs });
      index += 2 * tabs.length;
    } else {
      grouped.push(nodes[index] as RootContent);
      index += 1;
    }
  }
  return grouped;
}

function tabsAt(nodes: readonly RootContent[], start: number): ExampleTab[] {
  const tabs: ExampleTab[] = [];
  for (let index = start; index + 1 < nodes.length; index += 2) {
    const [paragraph, code] = [nodes[index], nodes[index + 1]];
    if (paragraph?.type !== 'paragraph' || code?.type !== 'code') break;
    const language = languageOf(paragraph);
    if (!language) break;
    tabs.push({ language, code, note: noteOf(paragraph) });
  }
  return tabs;
}

function languageOf({ children: [label] }: Paragraph): ExampleTab['language'] | undefined {
  if (label?.type !== 'strong') return undefined;
  return new Map<string, ExampleTab['language']>(Object.entries(labels)).get(textOf(label));
}

/** Returns the text after the label, without the parentheses around it. */
function noteOf({ children: [, ...rest] }: Paragraph): PhrasingContent[] {
  return rest.flatMap((child, index): PhrasingContent[] => {
    if (child.type !== 'text') return [child];
    let { value } = child;
    if (index === 0) value = value.replace(/^ \(/, '');
    if (index === rest.length - 1) value = value.replace(/\)$/, '');
    return value === '' ? [] : [{ ...child, value }];
  });
}
