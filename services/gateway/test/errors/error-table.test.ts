import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '@gossamer/contracts/error-messages';
import { apiClientCodes, type ErrorCode, errorStatuses } from '@gossamer/contracts/errors';
import { describe, expect, it } from 'vitest';
import { errorCauses } from './error-causes.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const texts: Record<string, string> = JSON.parse(read('apps/web/src/i18n/messages/en/errors.json'));
const codes = Object.keys(errorCauses) as ErrorCode[];

/** Parameters for error messages that render each value as its placeholder, such as `{name}`. */
const names = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
const apiText = (code: ErrorCode) => errorMessage(code, names);
const pageText = (code: ErrorCode) => texts[code]?.replace(/\{\{(\w+)\}\}/g, '{$1}') ?? '(API only)';

function row(code: ErrorCode): string {
  const { cause, shownBy } = errorCauses[code];
  const test = `[${shownBy.replace(/^.*\//, '')}](../${shownBy})`;
  const cells = [`\`${code}\``, errorStatuses[code], `${cause}: ${test}`, pageText(code), apiText(code)];
  return `| ${cells.join(' | ')} |`;
}

const document = `# Errors

Every error code, what produces it, and what people read: on the page (in English; twelve translations say the same) and in the
API's \`message\`. \`{name}\` stands for a value. The link is the test that produces the code; error-table.e2e.ts sends real files and
requests to the running product and compares its answers with this table. Codes live in \`packages/contracts/src/errors.ts\`.

This file is generated: \`vitest run --project gateway error-table -u\` writes it, and the test fails when it is out of date.

| code | status | produced by | on the page | in the API |
|---|---|---|---|---|
${codes.map(row).join('\n')}
`;

describe('docs/errors.md', () => {
  it('has a row for every error code', () => {
    expect([...codes].sort()).toEqual(Object.keys(errorStatuses).sort());
  });

  it('matches the error codes, statuses and messages in the code', async () => {
    await expect(document).toMatchFileSnapshot(join(root, 'docs/errors.md'));
  });

  it.each(codes)('refers to a test that produces the error %s', (code) => {
    expect(read(errorCauses[code].shownBy)).toMatch(new RegExp(`\\b${code}\\b`));
  });
});

describe('the message of an error', () => {
  /** Error codes whose message is prescribed by section 8 of the specification. */
  const fixed: ErrorCode[] = ['invalid_email', 'invalid_credentials'];
  const free = codes.filter((code) => !fixed.includes(code));
  const forApiClients: readonly string[] = apiClientCodes;

  it.each(free)('explains in full sentences what happened and what to do: %s', (code) => {
    const shown = forApiClients.includes(code) ? [apiText(code)] : [apiText(code), pageText(code)];
    for (const text of shown) {
      expect(text).toMatch(/^[A-Za-z].{15,}\.$/);
      // The message must have a second sentence, or state which values are valid.
      expect(text).toMatch(/\. \S|\bmust\b|^(Send|Choose) /);
      expect(text).not.toMatch(/\bpictures?\b/i);
    }
  });
});
