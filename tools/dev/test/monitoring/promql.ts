import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** A metric in a PromQL expression, with its label matchers. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
  /** Whether the expression applies `rate` or `increase` to the metric. */
  isRated: boolean;
  /**
   * Whether the expression is still correct if the series is missing. This is the case in the numerator of a ratio of
   * the same metric, or in a condition that only silences an alert.
   */
  mayBeAbsent: boolean;
}

export interface Expression {
  selectors: Selector[];
  /** Labels in the grouping clauses of the expression. */
  groups: string[];
  /** Syntax errors in the expression, with their positions. */
  faults: string[];
}

/** Parses a PromQL expression. First replaces Grafana's variables. */
export function readExpression(text: string): Expression {
  const source = text.replaceAll('$__rate_interval', '5m');
  const textOf = (node: SyntaxNode | null) => (node ? source.slice(node.from, node.to) : '');
  const toMatcher = (node: SyntaxNode) => ({
    label: textOf(node.getChild('LabelName')),
    operator: textOf(node.getChild('MatchOp')),
    value: textOf(node.getChild('StringLiteral')).slice(1, -1),
  });
  const metricOf = (node: SyntaxNode) => textOf(node.getChild('Identifier'));
  /** Returns whether the node is the numerator of a division whose denominator contains the same metric. */
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

/** Returns a syntax node and its ancestors, innermost first. */
function outwards(node: SyntaxNode | null): SyntaxNode[] {
  return node ? [node, ...outwards(node.parent)] : [];
}

const isExcepted = ({ parent, prevSibling }: SyntaxNode) =>
  parent?.name === 'BinaryExpr' && prevSibling?.name === 'Unless';
