import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** One metric that an expression names, with the labels that it asks for. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
  /** Its growth is what is looked at: `rate` or `increase`. */
  isRated: boolean;
  /** No series yet reads as none, which is right: a share of the same metric, or what would only end an alert (`unless`). */
  mayBeAbsent: boolean;
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
  const metricOf = (node: SyntaxNode) => textOf(node.getChild('Identifier'));
  /** A part that is divided by what holds the metric as well. */
  const isShare = ({ parent, nextSibling }: SyntaxNode, node: SyntaxNode) =>
    parent?.name === 'BinaryExpr' &&
    nextSibling?.name === 'Div' &&
    new RegExp(`\\b${metricOf(node)}\\b`).test(textOf(parent.lastChild));
  const isGrowth = (part: SyntaxNode) =>
    part.name === 'FunctionCall' && /^(rate|increase)$/.test(textOf(part.getChild('FunctionIdentifier')));
  const read: Expression = { selectors: [], groups: [], faults: [] };
  parser.parse(source).iterate({
    enter: ({ name, type, from, node }) => {
      if (type.isError) read.faults.push(`${source} at ${from}`);
      if (name === 'GroupingLabels') read.groups.push(...node.getChildren('LabelName').map(textOf));
      if (name !== 'VectorSelector') return;
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      read.selectors.push({
        metric: metricOf(node),
        matchers: matchers.map(toMatcher),
        isRated: outwards(node).some(isGrowth),
        mayBeAbsent: outwards(node).some((part) => isShare(part, node) || isExcepted(part)),
      });
    },
  });
  return read;
}

/** A node, what it is in, and so on to the whole expression. */
function outwards(node: SyntaxNode | null): SyntaxNode[] {
  return node ? [node, ...outwards(node.parent)] : [];
}

const isExcepted = ({ parent, prevSibling }: SyntaxNode) =>
  parent?.name === 'BinaryExpr' && prevSibling?.name === 'Unless';
