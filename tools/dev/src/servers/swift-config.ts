import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../private-file.ts';

export interface SwiftSettings {
  account: string;
  user: string;
  key: string;
  region: string;
}

/**
 * Writes the configuration for swift-server.py: one file for the cluster and one for each server. The keys are stored
 * in the files, because command lines are visible to all local users.
 */
export function writeSwiftConfig(dir: string, settings: SwiftSettings): void {
  mkdirSync(join(dir, 'devices/d1'), { recursive: true, mode: 0o700 });
  const cluster = ['[swift-hash]', `swift_hash_path_suffix = ${randomBytes(8).toString('hex')}`];
  writeLines(join(dir, 'swift.conf'), cluster);
  for (const kind of ['account', 'container', 'object'])
    writeLines(join(dir, `${kind}-server.conf`), serverLines(dir, kind, `${kind}-server`));
  writeLines(join(dir, 'proxy-server.conf'), proxyLines(dir, settings));
}

function serverLines(dir: string, kind: string, pipeline: string): string[] {
  return [
    '[DEFAULT]',
    `swift_dir = ${dir}`,
    `devices = ${dir}/devices`,
    'mount_check = false',
    'disable_fallocate = true',
    'log_level = WARNING',
    '[pipeline:main]',
    `pipeline = ${pipeline}`,
    `[app:${kind}-server]`,
    `use = egg:swift#${kind}`,
  ];
}

function proxyLines(dir: string, { account, user, key, region }: SwiftSettings): string[] {
  return [
    ...serverLines(dir, 'proxy', 'catch_errors no_cache s3api tempauth bulk slo proxy-server'),
    'account_autocreate = true',
    '[filter:no_cache]',
    'paste.filter_factory = __main__:no_cache',
    '[filter:s3api]',
    'use = egg:swift#s3api',
    `location = ${region}`,
    'allow_multipart_uploads = true',
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    `user_${account}_${user} = ${key} .admin`,
    ...['catch_errors', 'bulk', 'slo'].flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name}`]),
  ];
}

function writeLines(path: string, lines: string[]): void {
  writePrivateFile(path, `${lines.join('\n')}\n`);
}
