import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { workspaceRoot } from '../paths.ts';
import { readJsonFile } from '../private-file.ts';

export interface Counts {
  passed: number;
  failed: number;
  /** File, title and error message for each failed test, if available. */
  failures?: string[];
  /** File, title and error message for each test that passed only when it was repeated. */
  repeats?: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    /** Error that occurred outside the file's tests. */
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number };
}

/**
 * Returns the test counts from a Vitest report. A file that fails outside its tests (in an import or a hook) counts as
 * one failed test.
 */
export function vitestCounts(reportPath: string): Counts {
  const report = readJsonFile<VitestReport>(reportPath);
  if (report === undefined) return { passed: 0, failed: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) =>
        failureText(relative(workspaceRoot, name), fullName, failureMessages[0]),
      ),
  );
  const broken = brokenFiles.map(({ name, message }) =>
    failureText(relative(workspaceRoot, name), 'outside its tests', message),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    failures: [...failures, ...broken],
  };
}

/** Maximum number of lines of an error message, enough for the 20 log lines in the error of a failed service. */
const maxErrorLines = 24;

/** Formats a test failure: file, test title and error message, without the stack trace. */
function failureText(place: string, title: string, error = ''): string {
  const lines = stripVTControlCharacters(error).split('\n');
  const end = lines.findIndex((line) => /^\s+at /.test(line));
  const [first, ...others] = lines.slice(0, end === -1 ? maxErrorLines : Math.min(end, maxErrorLines));
  return [[place, title, first].filter(Boolean).join(' · '), ...others].join('\n    ').trimEnd();
}

/** Returns the test counts from a Playwright report. A test that passed when it was repeated counts as passed. */
export function playwrightCounts(reportPath: string): Counts {
  const report = readJsonFile<PlaywrightReport>(reportPath);
  if (report === undefined) return { passed: 0, failed: 0 };
  const { expected, unexpected, flaky } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    failures: firstErrors(report, 'unexpected'),
    repeats: firstErrors(report, 'flaky'),
  };
}

/** Returns the first error of each test with the given status. */
function firstErrors({ suites = [], specs = [] }: PlaywrightSuite, wanted: string): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) =>
        failureText(`${file}:${line}`, title, results.find(({ error }) => error)?.error?.message),
      ),
  );
  return [...own, ...suites.flatMap((suite) => firstErrors(suite, wanted))];
}
