import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import { readCompose } from './compose/compose-file.ts';
import {
  type Container,
  containersOf,
  kustomization,
  readText,
  settingsOf,
  type Workload,
  workloads,
} from './k8s/manifests.ts';
import { allowedBy, mayCall, policiesOf } from './k8s/policies.ts';

/** Checks that no process has more environment variables or network access in Kubernetes than in the compose file. */
const compose = readCompose();
const get = (name: string) => workloads.find((workload) => workload.name === name) as Workload;
const main = ({ pod }: Workload) => pod.containers[0] as Container;

const readers = {
  gateway: ['gateway', 'readGatewayConfig'],
  'gateway-background': ['gateway', 'readGatewayConfig'],
  'gateway-migrate': ['gateway', 'readGatewayConfig'],
  billing: ['billing', 'readBillingConfig'],
  'billing-migrate': ['billing', 'readBillingConfig'],
  affiliate: ['affiliate', 'readAffiliateConfig'],
  'affiliate-migrate': ['affiliate', 'readAffiliateConfig'],
  'compressor-worker': ['compressor-worker', 'readWorkerConfig'],
} as const;

/** Returns a valid test value for a variable that is set from a Secret. */
function secretValue(name: string): string {
  const shapes: Record<string, string> = {
    DATABASE_URL: 'postgres://role:password@postgres.example:5432/gossamer?sslmode=require',
    REDIS_URL: 'rediss://:password@valkey.example:6379',
    SMTP_URL: 'smtps://user:password@mail.example:465',
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    PAYPAL_API_URL: 'https://api-m.paypal.com',
  };
  return shapes[name] ?? randomBytes(24).toString('hex');
}

/** Returns the environment of a container. With `isFull`, includes optional keys of Secrets. */
function environmentOf({ env = [], envFrom = [] }: Container, isFull: boolean): Record<string, string> {
  const settings = envFrom.map(({ configMapRef }) => settingsOf(configMapRef?.name ?? ''));
  const own = env
    .filter(({ valueFrom }) => isFull || !valueFrom?.secretKeyRef?.optional)
    .map(({ name, value }) => [name, value ?? secretValue(name)]);
  return { ...Object.assign({}, ...settings), ...Object.fromEntries(own) };
}

/** Returns the source code of the schema for a service's environment variables. */
function schemaText(part: string): string {
  const own = `services/${part}/src/config.ts`;
  const shared = ['config.ts', 'internal-service.ts', 'storage/create-storage.ts'].map(
    (file) => `packages/service-kit/src/${file}`,
  );
  return [own, ...shared].map((file) => readFileSync(join(workspaceRoot, file), 'utf8')).join('\n');
}

describe('every process', () => {
  it.each(Object.entries(readers))('has a valid environment: %s', (name, [part, reader]) => {
    for (const isFull of [false, true]) {
      const script = `import { ${reader} } from './services/${part}/src/config.ts'; ${reader}(process.env);`;
      const read = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: workspaceRoot,
        env: environmentOf(main(get(name)), isFull),
        encoding: 'utf8',
      });
      expect(read).toMatchObject({ status: 0, stderr: '' });
    }
  });

  it.each(Object.entries(readers))(
    'has only variables that its configuration defines: %s',
    (name, [part]) => {
      for (const variable of Object.keys(environmentOf(main(get(name)), true)))
        expect(schemaText(part)).toMatch(new RegExp(`\\b${variable}:`));
    },
  );

  it('trusts only proxies in narrow IP ranges, if it is a gateway process', () => {
    const networks = settingsOf('gateway').GATEWAY_TRUSTED_PROXIES?.split(',') ?? [];
    expect(networks.length).toBeGreaterThan(0);
    for (const network of networks) expect(Number(network.split('/')[1] ?? 32)).toBeGreaterThanOrEqual(24);
  });

  it('has the variables of the compose file, except for servers that Compose starts', () => {
    // Exclude Jobs, which are immutable and therefore have only the variables that a migration needs.
    for (const name of Object.keys(readers).filter((one) => !one.endsWith('-migrate'))) {
      const given = Object.keys(environmentOf(main(get(name)), true));
      const there = Object.keys(compose.services[name]?.environment ?? {});
      // Settings that the process does not need, or that are optional.
      const notNeeded =
        /^(PUBLIC_URL|SMTP_URL|MAIL_FROM|OTEL_\w+|GATEWAY_(TRUSTED|OUTBOUND)\w+|(STRIPE|PAYPAL)_\w+|OPERATOR_(HOST|PORT))$/;
      expect(there.filter((variable) => !given.includes(variable) && !notNeeded.test(variable))).toEqual([]);
    }
  });
});

describe('secrets', () => {
  const references = workloads.flatMap((workload) =>
    containersOf(workload).flatMap(({ env = [] }) =>
      env.map((variable) => ({ workload: workload.name, variable })),
    ),
  );

  const [literal = [], referred = []] = [true, false].map((isLiteral) =>
    references.map(({ variable }) => variable).filter(({ value }) => (value !== undefined) === isLiteral),
  );

  it('are read from Kubernetes Secrets, and plain settings contain none', () => {
    for (const { name, valueFrom } of referred) expect(valueFrom?.secretKeyRef?.key).toBe(name);
    const plain = [
      ...kustomization.configMapGenerator.flatMap(({ name }) => Object.entries(settingsOf(name))),
      ...literal.map(({ name, value = '' }): [string, string] => [name, value]),
    ];
    for (const [name, value] of plain) {
      expect(name).not.toMatch(/SECRET|PASSWORD|_KEY|DATABASE_URL|REDIS_URL|SMTP_URL/);
      expect(value).not.toMatch(/:\/\/[^/]*@/);
    }
  });

  it('are available only to workloads that need them', () => {
    const holders = (secret: string) => [
      ...new Set(
        references
          .filter(({ variable }) => variable.valueFrom?.secretKeyRef?.name === secret)
          .map(({ workload }) => workload),
      ),
    ];
    expect(holders('gateway')).toEqual(['gateway', 'gateway-background', 'gateway-migrate']);
    expect(holders('billing')).toEqual(['billing', 'billing-migrate']);
    expect(holders('affiliate')).toEqual(['affiliate', 'affiliate-migrate']);
    expect(holders('compressor-worker')).toEqual(['compressor-worker']);
    expect(holders('identity')).toEqual([
      ...['gateway', 'billing', 'affiliate'],
      ...['billing-migrate', 'affiliate-migrate'],
    ]);
    expect(holders('operator')).toEqual(['gateway-background']);

    const withVariable = (name: string) =>
      references.filter(({ variable }) => variable.name === name).map(({ workload }) => workload);
    expect(withVariable('SMTP_URL')).toEqual(['gateway-background']);
    expect(withVariable('STRIPE_SECRET_KEY')).toEqual(['billing']);
    expect(withVariable('PAYPAL_CLIENT_SECRET')).toEqual(['affiliate']);
  });

  it('are listed with their keys in the README', () => {
    const rows = [...readText('README.md').matchAll(/^\| `([a-z-]+)` \| ([^|]+) \|/gm)].map(
      ([, secret, keys = '']) => [secret, [...keys.matchAll(/`(\w+)`/g)].map((match) => match[1]).sort()],
    );
    const asked = Map.groupBy(referred, ({ valueFrom }) => valueFrom?.secretKeyRef?.name);
    const keysOf = (secret: string | undefined) =>
      [...new Set(asked.get(secret)?.map(({ name }) => name))].sort();
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries([...asked.keys()].map((secret) => [secret, keysOf(secret)])),
    );
  });
});

describe('network policies', () => {
  // Ignore ports that Compose publishes on the loopback address. In Kubernetes, they are reached with kubectl
  // port-forward, which needs no network policy.
  const isPublished = (name: string) =>
    (compose.services[name]?.ports ?? []).some((port) => !port.startsWith('127.0.0.1:'));
  const all = workloads.map((workload) => [workload.name, workload] as const);

  it.each(all)('allow %s the same outgoing connections as Compose', (name, workload) => {
    const joined = compose.services[name]?.networks ?? [];
    // The Compose network `public` also provides internet access.
    const outwards = joined.some((network) => compose.networks[network]?.internal !== true);
    const expected = [
      ...joined.filter((network) => ['rows', 'queue', 'store'].includes(network)),
      ...(outwards ? ['outbound'] : []),
      ...(name === 'gateway' ? ['calls-out'] : []),
    ];
    const everybodys = ['names', 'nothing', 'traces'];
    expect(policiesOf(workload, 'Egress')).toEqual([...expected, ...everybodys].sort());
  });

  it.each(all)('allow %s the same incoming connections as Compose', (name, workload) => {
    const reached = [
      ...(isPublished(name) ? ['public'] : []),
      ...(['billing', 'affiliate'].includes(name) ? ['calls-in'] : []),
      ...(name === 'gateway-background' ? ['scaling'] : []),
    ];
    expect(policiesOf(workload, 'Ingress')).toEqual([...reached, 'metrics', 'nothing'].sort());
  });

  it('allow only the gateway to call billing and affiliate', () => {
    const calls = workloads.flatMap((from) =>
      [...workloads.map((to) => [to, 4100] as const), ...workloads.map((to) => [to, 4200] as const)]
        .filter(([to, port]) => main(to).ports?.some((open) => open.containerPort === port))
        .filter(([to, port]) => mayCall(from, to, port))
        .map(([to]) => `${from.name} → ${to.name}`),
    );
    expect(calls).toEqual(['gateway → billing', 'gateway → affiliate']);
  });

  it('allow only the ports that are needed', () => {
    const servers = ['10.0.0.0/8', 'namespace gossamer-data'];
    const on = (...ports: number[]) => servers.flatMap((server) => ports.map((port) => `${server}:${port}`));
    expect(allowedBy('rows', 'egress')).toEqual(on(5432));
    expect(allowedBy('queue', 'egress')).toEqual(on(6379));
    expect(allowedBy('store', 'egress')).toEqual(on(443, 9000));
    expect(allowedBy('public', 'ingress')).toEqual(['namespace ingress:3000']);
    expect(allowedBy('metrics', 'ingress')).toEqual(['namespace monitoring:9100']);
    expect(allowedBy('scaling', 'ingress')).toEqual(['namespace keda:9100']);
    expect(allowedBy('traces', 'egress')).toEqual(['namespace monitoring:4318']);
    expect(allowedBy('names', 'egress')).toEqual([
      'namespace kube-system pods k8s-app=kube-dns:53',
      'namespace kube-system pods k8s-app=kube-dns:53',
      '169.254.20.10/32:53',
      '169.254.20.10/32:53',
    ]);
    expect([...allowedBy('nothing', 'egress'), ...allowedBy('nothing', 'ingress')]).toEqual([]);
  });

  it('allow outgoing internet connections only to public addresses', () => {
    const [v4 = '', v6 = '', ...more] = allowedBy('outbound', 'egress');
    expect(more).toEqual([]);
    for (const network of [
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      '100.64.0.0/10',
      '169.254.0.0/16',
    ])
      expect(v4).toContain(network);
    for (const network of ['fc00::/7', 'fe80::/10']) expect(v6).toContain(network);
  });
});
