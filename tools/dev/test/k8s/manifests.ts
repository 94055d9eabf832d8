import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { workspaceRoot } from '../../src/paths.ts';

export const k8sDir = join(workspaceRoot, 'infra/k8s');

/** The fields of manifests that the tests check. The Kubernetes schemas validate all other fields. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: Record<string, unknown>;
}

export interface EnvVariable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } };
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: EnvVariable[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  resources: Record<'requests' | 'limits', { cpu: string; memory: string }>;
  securityContext: unknown;
  volumeMounts: { name: string; mountPath: string }[];
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
}

export interface Probe {
  httpGet: { path: string; port: string };
}

export interface Pod {
  securityContext: unknown;
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds: number;
  restartPolicy?: string;
  topologySpreadConstraints?: { labelSelector: { matchLabels: Record<string, string> } }[];
  initContainers?: Container[];
  containers: Container[];
  volumes: { name: string }[];
}

/** A Kubernetes Deployment or Job. */
export interface Workload {
  name: string;
  kind: string;
  replicas: number | undefined;
  selector: Record<string, string> | undefined;
  labels: Record<string, string>;
  pod: Pod;
}

export interface Kustomization {
  namespace: string;
  resources: string[];
  images: { name: string; newTag: string }[];
  configMapGenerator: { name: string; literals?: string[]; files?: string[] }[];
}

/**
 * Parses all documents in a YAML file.
 * @throws Error if the YAML is invalid or contains duplicate keys
 */
export function readDocuments(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}

export const readText = (file: string): string => readFileSync(join(k8sDir, file), 'utf8');
export const kustomization = readDocuments(readText('kustomization.yaml'))[0] as unknown as Kustomization;
export const manifests = kustomization.resources.flatMap((file) => readDocuments(readText(file)));

export const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);

interface WorkloadSpec {
  replicas?: number;
  selector?: { matchLabels: Record<string, string> };
  template: { metadata: { labels: Record<string, string> }; spec: Pod };
}

export const workloads: Workload[] = [...ofKind('Deployment'), ...ofKind('Job')].map(
  ({ kind, metadata, spec }) => {
    const { replicas, selector, template } = spec as unknown as WorkloadSpec;
    return {
      name: metadata.name.replace(/\.release$/, ''),
      kind,
      replicas,
      selector: selector?.matchLabels,
      labels: template.metadata.labels,
      pod: template.spec,
    };
  },
);

export const containersOf = ({ pod }: Workload): Container[] => [
  ...(pod.initContainers ?? []),
  ...pod.containers,
];

/** Returns the environment variables in a generated ConfigMap. */
export function settingsOf(configMap: string): Record<string, string> {
  const found = kustomization.configMapGenerator.find(({ name }) => name === configMap);
  if (found === undefined) throw new Error(`ConfigMap not found: ${configMap}`);
  const pairs = (found.literals ?? []).map((literal) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(literal) ?? [];
    return [name, value];
  });
  return Object.fromEntries(pairs);
}
