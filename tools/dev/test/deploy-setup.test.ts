import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import { databaseServices } from '../src/servers/databases.ts';
import { infraDir, readCompose } from './compose/compose-file.ts';
import { temporaryDir } from './temporary-dir.ts';

/** Runs the scripts that set up the servers, using fake programs that record their calls. */
const bucket = readCompose().services['minio-setup']?.environment?.S3_BUCKET ?? '';
const prefixes = ['originals/', 'results/'];

interface Statement {
  Effect: string;
  Action: string[];
  Resource: string[];
}

function readMinioFile<T>(name: string): T {
  return JSON.parse(readFileSync(join(infraDir, 'minio', name), 'utf8')) as T;
}

/** Returns the permissions that a policy grants as `action resource`, without the ARN of the bucket. */
function allowedBy(name: string): string[] {
  const { Version, Statement } = readMinioFile<{ Version: string; Statement: Statement[] }>(
    `policy-${name}.json`,
  );
  expect(Version).toBe('2012-10-17');
  const address = `arn:aws:s3:::${bucket}`;
  return Statement.flatMap(({ Effect, Action, Resource }) => {
    expect(Effect).toBe('Allow');
    expect(
      Resource.filter((resource) => resource !== address && !resource.startsWith(`${address}/`)),
    ).toEqual([]);
    return Action.flatMap((action) =>
      Resource.map((resource) => `${action} ${resource.slice(address.length)}`),
    );
  }).sort();
}

describe('the storage policies', () => {
  it('refer to the bucket and prefixes that the product uses', () => {
    const services = Object.values(readCompose().services).filter(
      ({ environment }) => environment?.S3_BUCKET,
    );
    expect(new Set(services.map(({ environment }) => environment?.S3_BUCKET))).toEqual(new Set([bucket]));
    const sweeper = readFileSync(join(workspaceRoot, 'services/gateway/src/maintenance/sweep.ts'), 'utf8');
    for (const prefix of prefixes) expect(sweeper).toContain(`'${prefix}'`);
  });

  it('allow the gateway to read, write, delete and list', () => {
    const objectActions = ['AbortMultipartUpload', 'DeleteObject', 'GetObject', 'PutObject'];
    const onObjects = objectActions.flatMap((action) => prefixes.map((prefix) => `s3:${action} /${prefix}*`));
    expect(allowedBy('gateway')).toEqual([...onObjects, 's3:GetBucketLocation ', 's3:ListBucket '].sort());
  });

  it('allow the worker only to read originals and write results', () => {
    expect(allowedBy('worker')).toEqual([
      's3:AbortMultipartUpload /results/*',
      's3:GetObject /originals/*',
      's3:PutObject /results/*',
    ]);
  });
});

it("the bucket's lifecycle policy deletes orphaned objects after 31 days and unfinished uploads after one day", () => {
  interface Rule {
    ID: string;
    Status: string;
    Filter: { Prefix: string };
    Expiration: { Days: number };
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: number };
  }
  const { Rules } = readMinioFile<{ Rules: Rule[] }>('lifecycle.json');
  expect(Rules.map((rule) => rule.Filter.Prefix)).toEqual(prefixes);
  for (const rule of Rules) {
    expect(rule).toMatchObject({
      Status: 'Enabled',
      Expiration: { Days: 31 },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    });
  }
  // MinIO ignores the part of the lifecycle rule that concerns unfinished uploads. A MinIO setting is used instead.
  expect(readCompose().services.minio?.environment).toMatchObject({ MINIO_API_STALE_UPLOADS_EXPIRY: '24h' });
});

/**
 * Runs a script with a fake program. Returns the program's calls, one per line: the arguments, then `<` and the input.
 */
function runWithFakeProgram(script: string, program: string, body: string, env: Record<string, string>) {
  const dir = temporaryDir();
  const calls = join(dir, 'calls');
  const fake = join(dir, program);
  writeFileSync(fake, `#!/bin/sh\n${body}\n`);
  chmodSync(fake, 0o700);
  const result = spawnSync('sh', [join(infraDir, script)], {
    env: { PATH: [dir, process.env.PATH].join(delimiter), CALLS: calls, ...env },
    encoding: 'utf8',
    input: '',
  });
  const lines = existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').slice(0, -1) : [];
  return { ...result, lines };
}

describe('minio/setup.sh', () => {
  const env = {
    S3_BUCKET: bucket,
    GATEWAY_S3_SECRET: 'gateway-secret',
    WORKER_S3_SECRET: 'worker-secret',
    MINIO_SETUP_DIR: join(infraDir, 'minio'),
  };
  const record = 'printf "%s < %s\\n" "$*" "$(tr "\\n" " ")" >>"$CALLS"';

  it('creates the bucket, lifecycle, policies and users without printing a secret', () => {
    const { status, lines } = runWithFakeProgram('minio/setup.sh', 'mc', record, env);
    expect(status).toBe(0);
    const lifecycle = readFileSync(join(infraDir, 'minio/lifecycle.json'), 'utf8').replaceAll('\n', ' ');
    expect(lines[0]).toBe(`mb --ignore-existing store/${bucket} < `);
    expect(lines[2]).toBe(`ilm rule import store/${bucket} < ${lifecycle}`);
    for (const name of ['gateway', 'worker']) {
      const policy = join(infraDir, `minio/policy-${name}.json`);
      expect(lines).toContain(`admin policy create store ${name} ${policy} < `);
      expect(lines).toContain(`admin user add store < ${name} ${name}-secret `);
      expect(lines).toContain(`admin policy attach store ${name} --user ${name} < `);
    }
  });

  it('does not attach a policy twice, and stops at a failed step', () => {
    const attached = `${record}; case "$*" in *"user info"*) echo "PolicyName: $5" ;; esac`;
    const again = runWithFakeProgram('minio/setup.sh', 'mc', attached, env);
    expect(again.status).toBe(0);
    expect(again.lines.join('\n')).not.toContain('attach');

    expect(runWithFakeProgram('minio/setup.sh', 'mc', `${record}; exit 3`, env)).toMatchObject({
      status: 3,
    });
  });
});

describe('postgres/init.sh', () => {
  const record = 'printf "%s < %s\\n" "$PGOPTIONS" "$*" >>"$CALLS"';
  const env = {
    POSTGRES_USER: 'postgres',
    POSTGRES_DB: 'gossamer',
    ROLES_SQL: join(infraDir, 'postgres/roles.sql'),
  };
  const passwords = Object.fromEntries(
    databaseServices.map((name) => [`${name.toUpperCase()}_DATABASE_PASSWORD`, `${name}-Secret_1`]),
  );

  it('sets the password of every role and runs the file that creates the roles', () => {
    const { status, lines } = runWithFakeProgram('postgres/init.sh', 'psql', record, {
      ...env,
      ...passwords,
    });
    expect(status).toBe(0);
    expect(lines).toHaveLength(1);
    for (const name of databaseServices)
      expect(lines[0]).toContain(`-c gossamer.${name}_password=${name}-Secret_1`);
    expect(lines[0]).toContain(`--dbname=gossamer --file=${env.ROLES_SQL}`);
  });

  it.each(['', 'two words', "quo'te"])('rejects the password "%s"', (password) => {
    const wrong = { ...env, ...passwords, GATEWAY_DATABASE_PASSWORD: password };
    const { status, stderr, lines } = runWithFakeProgram('postgres/init.sh', 'psql', record, wrong);
    expect([status, lines]).toEqual([1, []]);
    expect(stderr).toContain('The password of the role gateway');
  });
});
