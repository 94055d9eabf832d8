import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { workspaceRoot } from '../../src/paths.ts';
import { ofKind } from '../k8s/manifests.ts';

export interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

export interface Panel {
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { refId: string; expr: string; legendFormat: string }[];
}

interface Dashboard {
  title: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: string }[] };
  panels: Panel[];
}

const folder = join(workspaceRoot, 'infra/monitoring');
const rules: { groups: { name: string; rules: Alert[] }[] } = parse(
  readFileSync(join(folder, 'alerts.yaml'), 'utf8'),
);

export const alerts = rules.groups.flatMap((group) => group.rules);
export const dashboard: Dashboard = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'));

/** All expressions evaluated by Prometheus, Grafana or KEDA, with their source. */
export const expressions: [who: string, expr: string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [`alert ${alert}`, expr]),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ refId, expr }): [string, string] => [`panel ${title} ${refId}`, expr]),
  ),
  ...scalerValues().map((expr): [string, string] => ['KEDA', expr]),
];

function scalerValues(): string[] {
  return ofKind('ScaledObject').flatMap(({ spec }) => {
    const { triggers } = spec as unknown as { triggers: { metadata: { valueLocation?: string } }[] };
    return triggers.flatMap(({ metadata }) => metadata.valueLocation ?? []);
  });
}
