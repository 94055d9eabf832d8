import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import { playwrightCounts, vitestCounts } from '../src/test-run/results.ts';
import { makeTemporaryDir, removeDir } from './temporary-dir.ts';

const directory = makeTemporaryDir();
afterAll(() => removeDir(directory));

it('a failed test is reported with its message, and a failed hook with the log it prints', () => {
  const report = join(directory, 'report.json');
  const name = join(workspaceRoot, 'tools/x.test.ts');
  const assertionResults = [
    { status: 'failed', fullName: 'adds', failureMessages: ['Error: 1 is not 2\n    at /x.ts:1:1'] },
    { status: 'passed', fullName: 'subtracts' },
  ];
  const log = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
  const testResults = [
    { name, status: 'failed', assertionResults },
    { name, status: 'failed', message: `gateway failed to start\n${log}`, assertionResults: [] },
  ];
  writeFileSync(report, JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults }));
  const { passed, failed, failures = [] } = vitestCounts(report);
  expect([passed, failed]).toEqual([1, 2]);
  expect(failures[0]).toBe('tools/x.test.ts · adds · Error: 1 is not 2');
  expect(failures[1]).toMatch(
    /^tools\/x\.test\.ts · outside its tests · gateway failed to start\n {4}line 0\n/,
  );
  expect(failures[1]?.split('\n')).toHaveLength(24);
});

it('a browser test that passed only when it was repeated is listed, but does not count as a failure', () => {
  const report = join(directory, 'e2e.json');
  const failed = { error: { message: 'Error: late\n    at /x.ts:1:1' } };
  const spec = (title: string, status: string, results: object[]) => ({
    title,
    file: 'x.e2e.ts',
    line: 3,
    tests: [{ status, results }],
  });
  const specs = [
    spec('opens', 'expected', [{}]),
    spec('closes', 'flaky', [failed, {}]),
    spec('saves', 'unexpected', [failed, failed]),
  ];
  const stats = { expected: 1, unexpected: 1, flaky: 1 };
  writeFileSync(report, JSON.stringify({ stats, suites: [{ suites: [{ specs }] }] }));
  expect(playwrightCounts(report)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['x.e2e.ts:3 · saves · Error: late'],
    repeats: ['x.e2e.ts:3 · closes · Error: late'],
  });
});
