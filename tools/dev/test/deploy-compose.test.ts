import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import {
  type ComposeService,
  composeText,
  infraDir,
  interpolate,
  readCompose,
  variablesOf,
} from './compose/compose-file.ts';
import { temporaryDir } from './temporary-dir.ts';

/** Checks the compose file without a container engine. */
const compose = readCompose();
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('gossamer/'));
const get = (name: string) => compose.services[name] as ComposeService;
const exampleText = readFileSync(join(infraDir, '.env.example'), 'utf8');

/** Returns the environment that `sh infra/make-env.sh` writes. */
function madeEnv(): NodeJS.ProcessEnv {
  const target = join(temporaryDir(), '.env');
  const script = join(infraDir, 'make-env.sh');
  expect(spawnSync('sh', [script, target], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  expect(spawnSync('sh', [script, target]).status).toBe(1);
  return parseEnv(readFileSync(target, 'utf8'));
}

/** Validates a file against the schema of the Compose Specification and returns the errors. */
function schemaFaults(path: string): string[] {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  const messages: { rule: string; message: string }[] = linter.lintFiles([path], false)[0]?.messages ?? [];
  return messages.filter(({ rule }) => rule === 'invalid-schema').map(({ message }) => message);
}

describe('the compose file', () => {
  it('conforms to the Compose Specification', () => {
    expect(schemaFaults(join(infraDir, 'docker-compose.yml'))).toEqual([]);
  });

  it('is rejected if it has an unknown key', () => {
    const broken = join(temporaryDir(), 'docker-compose.yml');
    writeFileSync(broken, composeText.replace('    stop_grace_period:', '    stop_grace_periods:'));
    expect(schemaFaults(broken)).toEqual([expect.stringContaining('must NOT have additional properties')]);
  });
});

it('the compose file contains the services of the product and the servers that they use', () => {
  expect(services.map(([name]) => name).sort()).toEqual([
    'affiliate',
    'affiliate-migrate',
    'billing',
    'billing-migrate',
    'compressor-worker',
    'gateway',
    'gateway-background',
    'gateway-migrate',
    'minio',
    'minio-setup',
    'postgres',
    'valkey',
  ]);
});

describe('every service', () => {
  it.each(services)('%s: has a pinned image, limits, bounded logs and a restart policy', (_, service) => {
    const image = interpolate(service.image, {});
    expect(image).toMatch(/^[\w./-]+:[\w.-]+(@sha256:[0-9a-f]{64})?$/);
    expect(image).not.toContain(':latest');
    expect(service.deploy.resources.limits).toEqual({
      cpus: expect.stringMatching(/^\d+$/),
      memory: expect.stringMatching(/^\d+[mg]$/),
    });
    expect(service.logging).toMatchObject({ driver: 'json-file', options: { 'max-size': '10m' } });
    expect(['unless-stopped', 'no']).toContain(service.restart);
    if (service.restart !== 'no') expect(service.stop_grace_period).toMatch(/^\d+s$/);
  });

  it.each(services)('%s: refers only to existing networks, configs and volumes', (_, service) => {
    for (const network of service.networks) expect(compose.networks).toHaveProperty(network);
    for (const { source } of service.configs ?? []) expect(compose.configs).toHaveProperty(source);
    const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    for (const source of sources) {
      const isThere = source.startsWith('.') ? existsSync(join(infraDir, source)) : source in compose.volumes;
      expect(isThere, source).toBe(true);
    }
  });

  it.each(services)('%s: has an existing Dockerfile and an existing entry module', (_, service) => {
    if (service.build) {
      const context = join(infraDir, service.build.context);
      expect(existsSync(join(context, service.build.dockerfile))).toBe(true);
    }
    const [program, script] = service.command ?? [];
    if (program === 'node') expect(existsSync(join(workspaceRoot, script ?? '')), script).toBe(true);
  });

  it.each(services)('%s: depends only on services that can meet the condition', (_, service) => {
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      const other = get(name);
      if (condition === 'service_healthy') expect(other.healthcheck?.test?.length).toBeGreaterThan(1);
      else expect([condition, other.restart]).toEqual(['service_completed_successfully', 'no']);
    }
  });
});

describe('the network', () => {
  it("exposes only the gateway's port; MinIO and the operator page listen on the loopback address", () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, interpolate(port, {})]),
    );
    expect(published).toEqual([
      ['minio', '127.0.0.1:9000:9000'],
      ['gateway', '3000:3000'],
      ['gateway-background', '127.0.0.1:3100:3100'],
    ]);
  });

  it('gives workers access neither to the internet nor to the database', () => {
    const { networks } = get('compressor-worker');
    expect(networks.map((name) => compose.networks[name]?.internal)).toEqual([true, true]);
    expect(networks.some((name) => get('postgres').networks.includes(name))).toBe(false);
  });

  it('gives internet access only to services that call external APIs', () => {
    const isOut = (network: string) => network === 'outbound';
    const outwards = services.filter(([, { networks }]) => networks.some(isOut)).map(([name]) => name);
    // These services call PayPal, Stripe and the mail server.
    expect(outwards.sort()).toEqual(['affiliate', 'billing', 'gateway-background']);
  });

  it.each(['billing', 'affiliate'])(
    'gives only the gateway, which signs the caller’s identity, access to %s',
    (name) => {
      const { ports, networks } = get(name);
      expect(ports).toBeUndefined();
      expect(networks).not.toContain('public');
      expect(get('gateway').environment?.IDENTITY_SECRET).toBe(get(name).environment?.IDENTITY_SECRET);
    },
  );

  it('connects only services without capabilities and with a read-only file system', () => {
    for (const [, service] of ours) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('connects each process to the servers that its environment names', () => {
    for (const name of ['gateway', 'gateway-background', 'billing', 'affiliate', 'compressor-worker']) {
      const text = JSON.stringify(get(name).environment);
      const hosts = [...text.matchAll(/[@/](postgres|valkey|minio|billing|affiliate):\d+/g)].map(
        (match) => match[1] ?? '',
      );
      expect(hosts.length).toBeGreaterThan(1);
      for (const host of hosts) {
        expect(
          get(host).networks.some((network) => get(name).networks.includes(network)),
          host,
        ).toBe(true);
      }
    }
  });
});

it('workers can be scaled and have enough time to finish their jobs on shutdown', () => {
  const worker = get('compressor-worker');
  expect([worker.ports, worker.container_name]).toEqual([undefined, undefined]);
  const graceMs = Number.parseInt(worker.stop_grace_period ?? '', 10) * 1000;
  expect(graceMs).toBeGreaterThanOrEqual(Number(worker.environment?.WORKER_DRAIN_MS) + 1_500);
});

it('the queue is persisted to disk and its keys are never evicted', () => {
  const lines = compose.configs.valkey?.content.split('\n');
  for (const line of ['appendonly yes', 'appendfsync everysec', 'maxmemory-policy noeviction']) {
    expect(lines).toContain(line);
  }
  expect(lines).toContainEqual(expect.stringMatching(/^requirepass \$\{REDIS_PASSWORD:\?/));
});

describe('secrets', () => {
  it('are read from variables without a default', () => {
    const plain = services.flatMap(([name, { environment = {} }]) =>
      Object.entries(environment)
        .filter(([key]) => /PASSWORD|SECRET|AUTH/.test(key))
        // The keys of Stripe and PayPal and the settings of the operator page are optional.
        .filter(([, value]) => !/^\$\{(\w+:\?[^}]+|(STRIPE|PAYPAL|OPERATOR)_\w+:-)\}$/.test(value))
        .map(([key]) => `${name}: ${key}`),
    );
    expect(plain).toEqual([]);
    const inAddresses = [...composeText.matchAll(/:\/\/[^\s/]*:([^\s@]+(?:\{[^}]*\})?)@/g)].map(
      (match) => match[1],
    );
    expect(inAddresses.filter((text) => !text?.startsWith('${'))).toEqual([]);
  });

  it('are available only to services that need them', () => {
    const holders = (variable: string) =>
      services.filter(([, { environment = {} }]) => variable in environment).map(([name]) => name);
    expect(holders('STRIPE_SECRET_KEY')).toEqual(['billing-migrate', 'billing']);
    expect(holders('STRIPE_WEBHOOK_SECRET')).toEqual(['billing-migrate', 'billing']);
    expect(holders('STRIPE_PUBLISHABLE_KEY')).toEqual(['gateway']);
    expect(holders('PAYPAL_CLIENT_ID')).toEqual(['affiliate-migrate', 'affiliate']);
    expect(holders('PAYPAL_CLIENT_SECRET')).toEqual(['affiliate-migrate', 'affiliate']);
    expect(holders('IDENTITY_SECRET')).toEqual([
      ...['gateway', 'billing-migrate', 'billing'],
      ...['affiliate-migrate', 'affiliate'],
    ]);
    expect(holders('OPERATOR_PASSWORD')).toEqual(['gateway-background']);
    expect(holders('GATEWAY_SECRET')).toEqual(['gateway-migrate', 'gateway', 'gateway-background']);
  });

  it('are all created by make-env.sh, are all different, and match the required variables', () => {
    const { required, optional } = variablesOf(composeText);
    const env = madeEnv();
    expect(new Set(Object.keys(env))).toEqual(required);
    expect(new Set(Object.values(env)).size).toBe(required.size);
    for (const value of Object.values(env)) expect(value).toMatch(/^[0-9a-f]{48}$/);

    const mentioned = [...exampleText.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? '');
    expect(new Set(mentioned)).toEqual(optional);
  });
});

describe('every process', () => {
  const readers = {
    'gateway-migrate': ['gateway', 'readGatewayConfig'],
    gateway: ['gateway', 'readGatewayConfig'],
    'gateway-background': ['gateway', 'readGatewayConfig'],
    'billing-migrate': ['billing', 'readBillingConfig'],
    billing: ['billing', 'readBillingConfig'],
    'affiliate-migrate': ['affiliate', 'readAffiliateConfig'],
    affiliate: ['affiliate', 'readAffiliateConfig'],
    'compressor-worker': ['compressor-worker', 'readWorkerConfig'],
  } as const;

  it.each(Object.entries(readers))(
    '%s: has a valid environment without unknown variables',
    (name, [part, reader]) => {
      const made = madeEnv();
      const given = Object.entries(get(name).environment ?? {}).map(([key, text]) => [
        key,
        interpolate(text, made),
      ]);
      const script = `import { ${reader} } from './services/${part}/src/config.ts'; ${reader}(process.env);`;
      const read = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: workspaceRoot,
        env: Object.fromEntries(given),
        encoding: 'utf8',
      });
      expect(read).toMatchObject({ status: 0, stderr: '' });

      const schemas = [`services/${part}/src`, 'packages/service-kit/src', 'packages/service-kit/src/storage']
        .flatMap((folder) =>
          ['config.ts', 'internal-service.ts', 'create-storage.ts'].map((file) =>
            join(workspaceRoot, folder, file),
          ),
        )
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n');
      for (const [key] of given) expect(schemas).toMatch(new RegExp(`\\b${key}:`));
    },
  );
});
