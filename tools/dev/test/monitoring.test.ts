import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import { ofKind } from './k8s/manifests.ts';
import { readExpression } from './monitoring/promql.ts';
import { type Alert, alerts, dashboard, expressions } from './monitoring/rules.ts';

/**
 * Checks the dashboard and the alerts without a running product. monitoring-metrics.test.ts checks them against a
 * running product.
 */
describe('expressions in alerts and dashboards', () => {
  it('are valid PromQL', () => {
    expect(expressions.length).toBeGreaterThan(50);
    expect(
      expressions.flatMap(([who, expr]) => readExpression(expr).faults.map((fault) => `${who}: ${fault}`)),
    ).toEqual([]);
    expect(expressions.filter(([, expr]) => readExpression(expr).selectors.length === 0)).toEqual([]);
  });

  it.each(['sum(rate(a[5m])', 'a{b="c"', 'a >', 'sum by service (a)'])(
    'are rejected if they are not valid PromQL: %s',
    (broken) => {
      expect(readExpression(broken).faults).not.toEqual([]);
    },
  );

  it.each([
    ['sum(increase(a{b="c"}[1h])) > 0', [[true, false]]],
    [
      'rate(a[5m]) > avg_over_time(e[5m:15s])',
      [
        [true, false],
        [false, false],
      ],
    ],
    [
      'sum by (d) (rate(a{b="c"}[5m])) / sum by (d) (rate(a[5m])) > 0.1',
      [
        [true, true],
        [true, false],
      ],
    ],
    [
      'rate(a{b="c"}[5m]) / rate(e[5m])',
      [
        [true, false],
        [true, false],
      ],
    ],
    [
      'a > 1 unless sum(rate(a{b="c"}[5m])) > 0',
      [
        [false, false],
        [true, true],
      ],
    ],
  ])('determine which series must exist at startup: %s', (text, expected) => {
    expect(readExpression(text).selectors.map(({ isRated, mayBeAbsent }) => [isRated, mayBeAbsent])).toEqual(
      expected,
    );
  });

  it('apply rate and increase only to counters', () => {
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
    'has a summary, a severity and a section in the runbook: %s',
    (name, { labels, annotations, for: duration }) => {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^\S.{10,}\.$/);
      if (duration !== undefined) expect(duration).toMatch(/^\d+m$/);
      const [path = '', anchor] = annotations.runbook_url.split('#');
      expect(anchor).toBe(name.toLowerCase());
      expect(slugs(path)).toContain(anchor);
    },
  );

  it('covers every service that runs two processes, if it reports lost redundancy', () => {
    const { expr } = alerts.find(({ alert }) => alert === 'ProcessAlone') as Alert;
    const [services] = readExpression(expr).selectors.flatMap(({ matchers }) => matchers);
    // deploy-k8s.test.ts checks that each of these Deployments has at least two pods.
    const deployments = ofKind('Deployment').map(({ metadata }) => metadata.name);
    expect(services?.value.split('|').sort()).toEqual(deployments.sort());
  });

  it('has a unique name, and the runbook has no sections for nonexistent alerts', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const runbook = readFileSync(join(workspaceRoot, 'docs/operations/runbook.md'), 'utf8');
    const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(names.sort());
  });

  it('uses in its summary only labels that its expression returns', () => {
    for (const { alert, expr, annotations } of alerts) {
      const asked = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
      const { groups, selectors } = readExpression(expr);
      const left = [...groups, ...selectors.flatMap(({ matchers }) => matchers.map(({ label }) => label))];
      for (const label of asked) expect(left, alert).toContain(label);
    }
  });
});

describe('the dashboard', () => {
  it('uses the selected data source and has no overlapping panels', () => {
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

  it('uses in its legends only labels that their expressions return', () => {
    for (const { title, targets = [] } of dashboard.panels) {
      for (const { expr, legendFormat } of targets) {
        const asked = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        expect(readExpression(expr).groups, title).toEqual(expect.arrayContaining(asked));
      }
    }
  });
});
