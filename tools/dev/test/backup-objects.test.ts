import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pathOfScript, runScript } from './backup/run-script.ts';
import { temporaryDir } from './temporary-dir.ts';

/** Tests backups of objects while the storage changes. backup.test.ts tests backups of the entire product. */
const prefixes = ['results', 'originals'];

/**
 * Creates a backup folder that already contains a database backup, and a storage folder with the given number of
 * images.
 */
function site(images: number) {
  const dir = temporaryDir();
  const kept = join(dir, 'kept');
  const store = join(dir, 'store');
  mkdirSync(kept);
  writeFileSync(join(kept, 'rows.dump'), 'rows');
  for (const prefix of prefixes) {
    for (let number = 0; number < images; number += 1) {
      mkdirSync(join(store, prefix, `id-${number}`), { recursive: true });
      writeFileSync(join(store, prefix, `id-${number}`, 'image'), `${prefix} ${number}`);
    }
  }
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, STORAGE_DIRECTORY: store };
  return { dir, kept, store, env, copied: (prefix: string) => join(kept, 'objects', prefix) };
}

/**
 * Creates a fake program that takes precedence over the real program on PATH. The shell script `text` can call the real
 * program as `real`.
 */
function fakeProgram(dir: string, program: string, text: string): { PATH: string } {
  const tools = join(dir, 'tools');
  mkdirSync(tools, { recursive: true });
  const real = `real() { PATH='${process.env.PATH}' command ${program} "$@"; }`;
  writeFileSync(join(tools, program), `#!/bin/sh\n${real}\n${text}\n`, { mode: 0o700 });
  return { PATH: `${tools}:${process.env.PATH}` };
}

/** Starts a backup of the objects. Resolves with the exit status and the output to standard error. */
async function start(
  kept: string,
  env: NodeJS.ProcessEnv,
): Promise<{ status: number | null; stderr: string }> {
  const child = spawn('sh', [pathOfScript('back-up.sh'), 'objects', kept], { env });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [status] = await once(child, 'close');
  return { status, stderr };
}

/** Deletes every second image folder that has not been copied yet. Returns the names of the deleted folders. */
function deleteUnreached(store: string, copied: string): string[] {
  const early = new Set(readdirSync(copied));
  const late = readdirSync(join(store, 'results')).filter((name) => !early.has(name));
  const gone = late.filter((_, index) => index % 2 === 0);
  for (const name of gone)
    for (const prefix of prefixes) rmSync(join(store, prefix, name), { recursive: true });
  return gone;
}

/** Checks that the backup contains an identical copy of every file in the storage. */
function expectCopied(store: string, copied: string): void {
  for (const name of readdirSync(store))
    expect(readFileSync(join(copied, name, 'image'))).toEqual(readFileSync(join(store, name, 'image')));
}

const isDone = (kept: string) => existsSync(join(kept, 'objects.done'));

describe('a backup of a storage folder', () => {
  it('succeeds even if half of the files are deleted meanwhile', async () => {
    const { kept, store, env, copied } = site(400);
    const ended = start(kept, env);
    while (!existsSync(copied('results')) || readdirSync(copied('results')).length < 5) await sleep(1);
    const gone = deleteUnreached(store, copied('results'));
    expect(await ended).toEqual({ status: 0, stderr: '' });
    expect(isDone(kept)).toBe(true);
    expect(gone.some((name) => !existsSync(join(copied('results'), name, 'image')))).toBe(true);
    for (const prefix of prefixes) expectCopied(join(store, prefix), copied(prefix));
  });

  it('copies all other files if one file cannot be copied, and reports an error', () => {
    const { dir, kept, env, copied } = site(3);
    const cp = 'case $* in *results/id-1*) echo "cp: no space" >&2; exit 1 ;; esac; real "$@"';
    const broken = { ...env, ...fakeProgram(dir, 'cp', cp) };
    const run = runScript('back-up.sh', 'objects', kept, broken);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/results\/id-1\/image: cp: no space\nNot all of results was copied\.\n$/);
    expect(isDone(kept)).toBe(false);
    expect(existsSync(join(copied('results'), 'id-2/image'))).toBe(true);
    expect(readdirSync(copied('originals'))).toHaveLength(3);
  });

  it.each([
    ['No such file or directory', 0],
    ['Permission denied', 1],
  ])('maps the error "%s" of find to the exit status %d', (fault, status) => {
    const { dir, kept, env } = site(1);
    const find = `real "$@"; echo "find: '/store/results/id-7': ${fault}" >&2; exit 1`;
    const run = runScript('back-up.sh', 'objects', kept, { ...env, ...fakeProgram(dir, 'find', find) });
    expect([run.status, isDone(kept)]).toEqual([status, status === 0]);
  });

  it('reports an error if the listing of files is interrupted', () => {
    const { dir, kept, env } = site(1);
    const killed = { ...env, ...fakeProgram(dir, 'find', 'kill -KILL $$') };
    expect(runScript('back-up.sh', 'objects', kept, killed).status).toBe(1);
    expect(isDone(kept)).toBe(false);
  });

  it('is restored only if it is complete', () => {
    const { dir, kept, env } = site(2);
    const back = { ...env, STORAGE_DIRECTORY: join(dir, 'new') };
    expect(runScript('back-up.sh', 'objects', kept, env).status).toBe(0);
    rmSync(join(kept, 'objects.done'));
    expect(runScript('restore.sh', 'objects', kept, back)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no whole copy'),
    });
    expect(existsSync(join(dir, 'new'))).toBe(false);

    // A new backup deletes the previous backup's marker and creates a new one only when it is complete.
    expect(runScript('back-up.sh', 'objects', kept, env).status).toBe(0);
    const broken = { ...env, ...fakeProgram(dir, 'cp', 'exit 1') };
    expect(runScript('back-up.sh', 'objects', kept, broken).status).toBe(1);
    expect(isDone(kept)).toBe(false);

    expect(runScript('back-up.sh', 'objects', kept, env).status).toBe(0);
    expect(runScript('restore.sh', 'objects', kept, back)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(dir, 'new/originals/id-1/image'), 'utf8')).toBe('originals 1');
  });
});

describe.each([
  ['aws', { S3_BUCKET: 'images', S3_ENDPOINT: 'https://s3.example' }, 's3://images'],
  ['mc', { S3_BUCKET: 'images', MC_HOST_store: 'http://root:secret@minio:9000' }, 'store/images'],
])('a backup of a bucket with %s', (program, settings, bucket) => {
  /**
   * Runs a backup script with a fake storage client that executes `text`. Returns the arguments of each call to the
   * storage client, in order.
   */
  function run(name: 'back-up.sh' | 'restore.sh', text: string) {
    const { dir, kept } = site(0);
    writeFileSync(join(kept, 'objects.done'), 'before');
    const env = { ...settings, ...fakeProgram(dir, program, `echo "$*" >>${dir}/calls\n${text}`) };
    const { status } = runScript(name, 'objects', kept, env);
    const calls = readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n');
    return { status, kept, calls };
  }

  it('copies each prefix, and a restore copies it back', () => {
    const out = run('back-up.sh', 'true');
    const back = run('restore.sh', 'true');
    expect([out.status, back.status]).toEqual([0, 0]);
    prefixes.forEach((prefix, index) => {
      expect(out.calls[index]).toMatch(new RegExp(` ${bucket}/${prefix} ${out.kept}/objects/${prefix}$`));
      expect(back.calls[index]).toMatch(new RegExp(` ${back.kept}/objects/${prefix} ${bucket}/${prefix}$`));
    });
    expect([out.calls.length, back.calls.length]).toEqual([2, 2]);
    expect(out.calls[0]?.startsWith('--endpoint-url https://s3.example ')).toBe(program === 'aws');
  });

  it('copies a prefix again if an object was deleted during the copy', () => {
    // The first call fails because a listed object was deleted. Calls with `--skip-errors` fail as well.
    const { status, kept, calls } = run(
      'back-up.sh',
      '[ "$(wc -l <"$(dirname "$0")/../calls")" -gt 1 ] && case $* in *skip*) exit 1 ;; *) exit 0 ;; esac; exit 1',
    );
    expect([status, isDone(kept)]).toEqual([0, true]);
    expect(calls.filter((call) => call.includes('results')).length).toBe(program === 'mc' ? 3 : 2);
    // The last copy must not skip errors, because its success must prove that no object is missing.
    expect(calls[program === 'mc' ? 2 : 1]).not.toContain('--skip-errors');
  });

  it('reports an error if one prefix fails, but still copies the other prefixes', () => {
    const { status, kept, calls } = run('back-up.sh', 'case $* in *results*) exit 1 ;; esac');
    expect([status, isDone(kept)]).toEqual([1, false]);
    expect(calls.at(-1)).toContain(`${bucket}/originals `);
  });
});
