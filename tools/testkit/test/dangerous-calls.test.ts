import { describe, expect, it } from 'vitest';
import { isTest, sourceFiles } from '../src/source-code/source-files.ts';

/**
 * Source files that run in production. Files in `infra` and `bench` run only on operators' and developers' machines.
 */
const shipped = sourceFiles().filter(
  ({ path }) =>
    /^(apps|packages|services)\/[\w-]+\/src\//.test(path) && !isTest(path) && !/testkit/.test(path),
);
const filesWith = (pattern: RegExp) =>
  shipped.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('the production source code', () => {
  it('does not execute strings as code', () => {
    expect(shipped.length).toBeGreaterThan(500);
    expect(filesWith(/\beval\(|\bnew Function\(|\bsetTimeout\(['"`]/)).toEqual([]);
    // This file evaluates a constant string to get access to the garbage collector.
    expect(filesWith(/node:vm/)).toEqual(['packages/engine/src/collect-garbage.ts']);
  });

  it('starts programs in only five places and without a shell', () => {
    // Ignore type-only imports, because they cannot start a program.
    expect(filesWith(/import (?!type )[^;]*'node:child_process'/)).toEqual([
      'packages/client/src/cli/check/run-git.ts',
      'packages/engine/src/archive/run-limited.ts',
      'packages/engine/src/strip/run-jpegtran.ts',
      'packages/local-engine/src/engine-process.ts',
      'services/compressor-worker/src/engine-pool/launch-engine-child.ts',
    ]);
    expect(filesWith(/\b(exec|execSync|spawn|spawnSync)\b[^;]*node:child_process|\bshell: /)).toEqual([]);
  });

  it('builds regular expressions only from constants', () => {
    expect(filesWith(/\bnew RegExp\(|\bRegExp\(/)).toEqual([
      'packages/engine/src/metadata/xmp.ts',
      'services/gateway/src/api/v1/submission-operations.ts',
      'services/gateway/src/web/pages.ts',
    ]);
  });

  it('inserts text into pages without parsing it as HTML', () => {
    expect(
      filesWith(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/),
    ).toEqual([]);
  });

  it('verifies the certificates of all servers that it connects to', () => {
    expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([]);
  });

  it('exchanges messages only with its own web workers', () => {
    expect(filesWith(/addEventListener\(\s*'message'|\bonmessage\s*=/)).toEqual([
      'apps/web/src/features/compress/device/engine-pool.ts',
      'apps/web/src/features/compress/previews/decode-queue.ts',
      'apps/web/src/features/compress/previews/decode-worker.ts',
      'packages/engine/src/browser/engine-worker.ts',
      'packages/engine/src/browser/page/page.ts',
    ]);
  });
});
