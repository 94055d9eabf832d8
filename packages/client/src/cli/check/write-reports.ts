import { extname } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import { imageExtensions } from '../find-sources.ts';
import { FileFault, toFileFault } from '../outcome.ts';
import type { Surroundings } from '../program.ts';
import { shown } from '../words.ts';
import { writeAtomically } from '../write-atomically.ts';
import { jsonReport, type ReportFacts, textReport } from './check-report.ts';
import type { Checked } from './checked.ts';
import { headingOf, markdownReport } from './markdown-report.ts';

export interface ReportOutputs {
  json?: true;
  /** Path of the Markdown file, or true to print Markdown. */
  markdown?: string | true;
}

/** Maximum length of a report in characters. GitHub accepts comments of 65,536 characters. */
const maxReportLength = 65_000;

/** @throws UsageError if two reports would be printed, or an image overwritten */
export function assertOutputs({ json, markdown }: ReportOutputs): void {
  if (json && markdown === true) {
    throw new UsageError('--json and --markdown cannot both print. Name a file: --markdown=report.md');
  }
  if (typeof markdown !== 'string') return;
  if (!imageExtensions.includes(extname(markdown).toLowerCase())) return;
  throw new UsageError(`--markdown would overwrite ${shown(markdown)}. Name a file: --markdown=report.md`);
}

/** Prints the report and writes the one in Markdown. @throws UsageError if the file cannot be written */
export async function writeReports(
  found: readonly Checked[],
  facts: ReportFacts,
  { outputs: { json, markdown }, stdout }: { outputs: ReportOutputs; stdout: Surroundings['stdout'] },
): Promise<void> {
  const lines = (json ? jsonReport : textReport)(found, facts)
    .map((line) => `${line}\n`)
    .join('');
  stdout.write(markdown === true ? toMarkdown(found, facts) : lines);
  if (typeof markdown !== 'string') return;
  await writeAtomically(markdown, Buffer.from(toMarkdown(found, facts))).catch((error: unknown) => {
    const fault = toFileFault(error);
    if (!(fault instanceof FileFault)) throw error;
    throw new UsageError(`failed to write ${shown(markdown)}: ${fault.message}`);
  });
}

function toMarkdown(found: readonly Checked[], { totals }: ReportFacts): string {
  const heading = `## ${headingOf(totals)}\n\n`;
  return heading + markdownReport(found, { totals, maxLength: maxReportLength - heading.length });
}
