import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import { readExpression } from './monitoring/promql.ts';
import { alerts, dashboard, expressions } from './monitoring/rules.ts';

/** The dashboard and the alerts, as far as they can be known without a product: monitoring-metrics.test.ts has one. */
describe('every expression', () => {
  it('is PromQL', () => {
    expect(expressions.length).toBeGreaterThan(50);
    expect(
      expressions.flatMap(([who, expr]) => readExpression(expr).faults.map((fault) => `${who}: ${fault}`)),
    ).toEqual([]);
    expect(expressions.filter(([, expr]) => readExpression(expr).selectors.length === 0)).toEqual([]);
  });

  it.each(['sum(rate(a[5m])', 'a{b="c"', 'a >', 'sum by service (a)'])('would not be with %s', (broken) => {
    expect(readExpression(broken).faults).not.toEqual([]);
  });

  it('takes rates of what counts, and of nothing else', () => {
    for (const [who, expr] of expressions) {
      const rated = [...expr.matchAll(/\b(?:rate|increase)\((\w+)/g)].map(([, name = '']) => name);
      for (const name of rated) expect(name, who).toMatch(/_(total|count|bucket|sum)$/);
    }
  });
});

describe('every alert', () => {
  const slugs = (path: string) =>
    [...readFileSync(join(workspaceRoot, path), 'utf8').matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );

  it.each(alerts.map((alert) => [alert.alert, alert] as const))(
    '%s: says what is wrong, how urgent it is, and where it stands what to do',
    (name, { labels, annotations, for: duration }) => {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^\S.{10,}\.$/);
      if (duration !== undefined) expect(duration).toMatch(/^\d+m$/);
      const [path = '', anchor] = annotations.runbook_url.split('#');
      expect(anchor).toBe(name.toLowerCase());
      expect(slugs(path)).toContain(anchor);
    },
  );

  it('has a name of its own, and every section of the runbook an alert', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const runbook = readFileSync(join(workspaceRoot, 'docs/operations/runbook.md'), 'utf8');
    const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(names.sort());
  });

  it('fills in labels that its expression leaves', () => {
    for (const { alert, expr, annotations } of alerts) {
      const asked = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
      const { groups, selectors } = readExpression(expr);
      const left = [...groups, ...selectors.flatMap(({ matchers }) => matchers.map(({ label }) => label))];
      for (const label of asked) expect(left, alert).toContain(label);
    }
  });
});

describe('the dashboard', () => {
  it('asks the Prometheus that is chosen, and overlaps nowhere', () => {
    expect(dashboard.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }),
    );
    const taken = new Set<string>();
    for (const { title, type, datasource, gridPos, targets = [] } of dashboard.panels) {
      if (type !== 'row') {
        expect(datasource).toEqual({ type: 'prometheus', uid: `\${${'datasource'}}` });
        expect(targets.length, title).toBeGreaterThan(0);
      }
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken, title).not.toContain(`${x} ${y}`);
          taken.add(`${x} ${y}`);
        }
      }
    }
  });

  it('names its lines by labels that their expressions leave', () => {
    for (const { title, targets = [] } of dashboard.panels) {
      for (const { expr, legendFormat } of targets) {
        const asked = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        expect(readExpression(expr).groups, title).toEqual(expect.arrayContaining(asked));
      }
    }
  });
});
