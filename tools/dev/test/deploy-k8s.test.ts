import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import {
  containersOf,
  kustomization,
  type Manifest,
  manifests,
  ofKind,
  readDocuments,
  readText,
  settingsOf,
  type Workload,
  workloads,
} from './k8s/manifests.ts';
import { schemaFaults } from './k8s/schema.ts';

/** Checks the Kubernetes manifests without a cluster. */
const named = workloads.map((workload) => [workload.name, workload] as const);
const deployments = workloads.filter(({ kind }) => kind === 'Deployment');
const get = (name: string) => workloads.find((workload) => workload.name === name) as Workload;
const main = ({ pod }: Workload) => pod.containers[0] as Workload['pod']['containers'][number];

describe('the manifests', () => {
  it('conform to the schemas of Kubernetes and KEDA', async () => {
    expect(await schemaFaults(manifests)).toEqual([]);
  });

  it.each([
    ['compressor-worker.yaml', '  pollingInterval:', '  pollInterval:', 'pollInterval'],
    ['gateway.yaml', 'readOnlyRootFilesystem', 'readOnlyRootFileSystem', 'readOnlyRootFileSystem'],
    ['gateway.yaml', 'containerPort: 3000', 'containerPort: http', 'containerPort'],
    ['ingress.yaml', 'pathType: Prefix', 'pathtype: Prefix', 'pathType'],
    ['compressor-worker.yaml', 'kind: ScaledObject', 'kind: ScalingObject', 'no such kind'],
  ])('violate the schemas if, in %s, %s is replaced by %s', async (file, from, to, fault) => {
    const text = readText(file);
    expect(text).toContain(from);
    const faults = await schemaFaults(readDocuments(text.replace(from, to)));
    expect(faults.join('\n')).toContain(fault);
  });
});

it('the manifests define every process and one migration per schema', () => {
  expect(workloads.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    'Deployment affiliate',
    'Deployment billing',
    'Deployment compressor-worker',
    'Deployment gateway',
    'Deployment gateway-background',
    'Job affiliate-migrate',
    'Job billing-migrate',
    'Job gateway-migrate',
  ]);
});

describe('every pod', () => {
  it.each(named)('runs without privileges and can write only to /tmp: %s', (_, { pod, ...workload }) => {
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect([pod.automountServiceAccountToken, pod.enableServiceLinks]).toEqual([false, false]);
    const volumes = pod.volumes.map(({ name }) => name);
    for (const container of containersOf({ pod, ...workload })) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
    }
    expect(pod.containers[0]?.volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
  });

  it.each(named)('has an image of this release, limits, and an existing entry module: %s', (_, workload) => {
    for (const { image, resources, command } of containersOf(workload)) {
      const release = kustomization.images.find(({ name }) => name === image);
      expect(release?.newTag).toMatch(/^\d[\w.-]*$/);
      expect(resources).toEqual({
        requests: { cpu: expect.any(String), memory: expect.stringMatching(/^\d+Mi$/) },
        limits: { cpu: expect.stringMatching(/^\d$/), memory: expect.stringMatching(/^\d+[MG]i$/) },
      });
      const [program, script] = command ?? [];
      if (program !== undefined) expect(program).toBe('node');
      if (script?.startsWith('services/')) expect(existsSync(join(workspaceRoot, script))).toBe(true);
    }
  });

  it.each(named)('has the labels by which it is selected: %s', (_, { name, selector, labels, pod }) => {
    expect(labels).toMatchObject({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'gossamer' });
    if (selector) expect(labels).toMatchObject(selector);
    for (const { labelSelector } of pod.topologySpreadConstraints ?? [])
      expect(labels).toMatchObject(labelSelector.matchLabels);
  });
});

describe('every Deployment', () => {
  const running = deployments.map((workload) => [workload.name, workload] as const);

  it.each(running)('has startup, readiness and liveness probes: %s', (_, workload) => {
    const { startupProbe, readinessProbe, livenessProbe, ports } = main(workload);
    expect(ports).toContainEqual({ name: 'internal', containerPort: 9100 });
    expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'internal' });
    const isAsked = ports?.some(({ name }) => name === 'http');
    // HTTP processes become ready once all dependencies are available. If a shared dependency fails later, they stay in
    // service.
    const [started, ready] = isAsked ? ['/readyz', '/healthz'] : ['/healthz', '/readyz'];
    expect(startupProbe?.httpGet).toEqual({ path: started, port: 'internal' });
    expect(readinessProbe?.httpGet).toEqual({ path: ready, port: 'internal' });
  });

  it.each(running)('keeps at least one pod when nodes are drained: %s', (name, workload) => {
    const budget = ofKind('PodDisruptionBudget').find((one) => one.metadata.name === name);
    expect(budget?.spec).toMatchObject({ minAvailable: 1, selector: { matchLabels: workload.selector } });
    expect(fewest(workload)).toBeGreaterThanOrEqual(2);
  });

  it.each(running)('has enough time to shut down: %s', (name, workload) => {
    const pauseMs = (main(workload).lifecycle?.preStop.sleep.seconds ?? 0) * 1_000;
    const drainMs = Number(settingsOf('compressor-worker').WORKER_DRAIN_MS);
    const endMs = name === 'compressor-worker' ? drainMs + 1_500 : 6_000;
    const graceMs = workload.pod.terminationGracePeriodSeconds * 1_000;
    expect(graceMs).toBeGreaterThanOrEqual(pauseMs + endMs + 2_000);
    // HTTP processes must be removed from the endpoints before they stop listening.
    if (main(workload).ports?.some((port) => port.name === 'http'))
      expect(pauseMs).toBeGreaterThanOrEqual(5_000);
  });

  it.each(running)('starts only after the migrations of its schema: %s', (name, workload) => {
    const commands = (workload.pod.initContainers ?? []).map(({ command }) => command);
    if (name === 'compressor-worker') return expect(commands).toEqual([]);
    const service = name.replace('-background', '');
    expect(commands).toEqual([['node', '/await-migrations/await-migrations.mjs', service]]);
    expect(get(`${service}-migrate`).pod.containers[0]?.command).toEqual([
      'node',
      `services/${service}/src/migrate.ts`,
    ]);
    expect(get(`${service}-migrate`).pod.containers[0]?.image).toBe(main(workload).image);
  });
});

/** Returns the minimum number of pods from the autoscaler or, if there is none, from the Deployment. */
function fewest({ name, replicas }: Workload): number {
  const scalers = [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')] as unknown as {
    spec: { scaleTargetRef: { name: string }; minReplicas?: number; minReplicaCount?: number };
  }[];
  const scaler = scalers.find(({ spec }) => spec.scaleTargetRef.name === name)?.spec;
  // `kubectl apply` would override the autoscaler if the manifest set a number of replicas.
  if (scaler) expect(replicas).toBeUndefined();
  return scaler?.minReplicas ?? scaler?.minReplicaCount ?? replicas ?? 1;
}

describe('in the manifests', () => {
  const serviceOf = (name: string) => ofKind('Service').find((one) => one.metadata.name === name)?.spec;

  it.each(ofKind('Service').map((one) => [one.metadata.name, one] as const))(
    'the Service %s refers only to ports of its own pods',
    (name, { spec }) => {
      const { selector, ports } = spec as unknown as {
        selector: Record<string, string>;
        ports: { name: string; targetPort: string }[];
      };
      expect(get(name).labels).toMatchObject(selector);
      const open = main(get(name)).ports?.map((port) => port.name);
      for (const { targetPort } of ports) expect(open).toContain(targetPort);
    },
  );

  it('the URLs of billing and affiliate match their Kubernetes Services', () => {
    for (const [variable, name] of [
      ['BILLING_URL', 'billing'] as const,
      ['AFFILIATE_URL', 'affiliate'] as const,
    ]) {
      const { hostname, port } = new URL(settingsOf('gateway-http')[variable] ?? '');
      expect(hostname).toBe(name);
      expect(serviceOf(name)?.ports).toMatchObject([{ port: Number(port) }]);
    }
  });

  it('the public URL uses TLS and matches the Ingress, which accepts uploads of the largest file', () => {
    const { metadata, spec } = ofKind('Ingress')[0] as Manifest;
    const { tls, rules } = spec as unknown as { tls: { hosts: string[] }[]; rules: { host: string }[] };
    const url = new URL(settingsOf('public').PUBLIC_URL ?? '');
    expect(url.protocol).toBe('https:');
    expect(rules.map(({ host }) => host)).toEqual([url.hostname]);
    expect(tls.map(({ hosts }) => hosts)).toEqual([[url.hostname]]);
    const limits = Object.entries(metadata.annotations ?? {}).filter(([key]) => key.endsWith('body-size'));
    expect(limits.length).toBeGreaterThan(0);
    for (const [, limit] of limits) expect(Number.parseInt(limit, 10)).toBeGreaterThan(100);
  });

  it('the URLs of the autoscaling metrics belong to the background process', () => {
    const { triggers } = (ofKind('ScaledObject')[0] as Manifest).spec as unknown as {
      triggers: { type: string; metadata: { url: string; format: string; valueLocation: string } }[];
    };
    const figures = triggers.filter(({ type }) => type === 'metrics-api').map(({ metadata }) => metadata);
    // Autoscaling uses queue wait times, because additional workers reduce them. The age of compressions would be
    // unsuitable, because it also includes waiting for storage.
    expect(figures.map(({ valueLocation }) => valueLocation)).toEqual([
      'compressions_estimated_wait_seconds',
      'compressions_queue_wait_seconds',
    ]);
    for (const { url, format } of figures) {
      expect(url).toBe(`http://gateway-background.${kustomization.namespace}.svc.cluster.local:9100/metrics`);
      expect(format).toBe('prometheus');
    }
    expect(serviceOf('gateway-background')).toMatchObject({ publishNotReadyAddresses: true });
  });
});

it('Jobs use no generated ConfigMap, because its changing name would modify the immutable Job', () => {
  expect(ofKind('Job')).toHaveLength(3);
  for (const job of ofKind('Job')) expect(JSON.stringify(job)).not.toMatch(/configMap/i);
});

it('the kustomization includes every file and generates the ConfigMaps that pods use', () => {
  const generated = kustomization.configMapGenerator.map(({ name }) => name);
  for (const workload of workloads) {
    for (const { envFrom = [] } of containersOf(workload))
      for (const { configMapRef } of envFrom) expect(generated).toContain(configMapRef?.name);
  }
  for (const { files = [] } of kustomization.configMapGenerator)
    for (const file of files) expect(readText(file)).not.toBe('');
});
