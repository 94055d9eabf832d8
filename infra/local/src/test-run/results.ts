import { readJsonFile } from '../private-file.ts';

export interface Counts {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** A file that failed outside of its tests (it does not load, its set-up fails) counts as one failed test. */
export function vitestCounts(reportPath: string): Counts {
  const report = readJsonFile<VitestReport>(reportPath);
  if (report === undefined) return { passed: 0, failed: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/** A flaky test counts as failed: it did fail once. */
export function playwrightCounts(reportPath: string): Counts {
  const stats = readJsonFile<PlaywrightReport>(reportPath)?.stats;
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) };
}
