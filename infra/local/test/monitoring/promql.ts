import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** One metric that an expression names, with the labels that it asks for. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

export interface Expression {
  selectors: Selector[];
  /** Labels by which it groups. */
  groups: string[];
  /** Where it cannot be read. */
  faults: string[];
}

/** Reads PromQL; what Grafana fills in by itself is put there before. */
export function readExpression(text: string): Expression {
  const source = text.replaceAll('$__rate_interval', '5m');
  const textOf = (node: SyntaxNode | null) => (node ? source.slice(node.from, node.to) : '');
  const toMatcher = (node: SyntaxNode) => ({
    label: textOf(node.getChild('LabelName')),
    operator: textOf(node.getChild('MatchOp')),
    value: textOf(node.getChild('StringLiteral')).slice(1, -1),
  });
  const read: Expression = { selectors: [], groups: [], faults: [] };
  parser.parse(source).iterate({
    enter: ({ name, type, from, node }) => {
      if (type.isError) read.faults.push(`${source} at ${from}`);
      if (name === 'GroupingLabels') read.groups.push(...node.getChildren('LabelName').map(textOf));
      if (name !== 'VectorSelector') return;
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      read.selectors.push({ metric: textOf(node.getChild('Identifier')), matchers: matchers.map(toMatcher) });
    },
  });
  return read;
}
