import type { CallToolResult } from '@modelcontextprotocol/server';
import { UsageError } from '../cli/exit-codes.ts';
import { FileFault, toFileFault } from '../cli/outcome.ts';
import { GossamerError } from '../errors.ts';

/** What the model can do about an error whose message does not say so, by code. */
const nextSteps: Record<string, string> = {
  outside_roots: 'Use a path within them, or ask the user to share the folder with this server.',
  no_roots: 'Ask the user to share a folder in the client, or to start the server with --root <folder>.',
  ENOENT: 'Check the path. Relative paths begin at the first allowed folder.',
  EISDIR: 'Give the path of an image, or use compress_folder.',
  ENOTDIR: 'Give the path of a folder.',
  EACCES: 'Choose another path, or ask the user for access.',
  EPERM: 'Choose another path, or ask the user for access.',
  EEXIST: 'Set overwrite to true to replace it, or choose another outFolder.',
  would_overwrite: 'Choose another outFolder or format.',
  ENOSPC: 'Ask the user to free disk space.',
  invalid_path: 'Give a plain path.',
  invalid_url: 'Give a complete http or https URL.',
  empty_file: 'Choose another file.',
  unsupported_format: 'Choose an image.',
  file_too_large: 'Choose a smaller image.',
  network_failed: 'Try again later.',
  timed_out: 'Try again later, or with a smaller image.',
  unexpected_answer: 'Ask the user to check GOSSAMER_BASE_URL in the configuration of this server.',
};

const configuration =
  'Ask the user to correct the configuration of this MCP server and to restart it. With --local, it needs no key.';

/**
 * Returns the result for an error: what happened and what to do next, without internals.
 * @throws errors that were not foreseen, unchanged
 */
export function toToolError(thrown: unknown): CallToolResult {
  const error = toFileFault(thrown);
  if (error instanceof UsageError) return failure(`${sentence(error.message)} ${configuration}`);
  if (error instanceof FileFault) return failure(`${error.message}${nextStep(error.code)} (${error.code})`);
  if (!(error instanceof GossamerError)) throw error;
  const { message, code, retryAfterSeconds, requestId } = error;
  const retry = retryAfterSeconds === undefined ? nextStep(code) : ` Try again in ${retryAfterSeconds} s.`;
  return failure(`${message}${retry} (${code}${requestId ? `, request ${requestId}` : ''})`);
}

/** Returns a tool result that the model recognizes as an error. */
export const failure = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
});

const nextStep = (code: string) => (nextSteps[code] ? ` ${nextSteps[code]}` : '');

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
