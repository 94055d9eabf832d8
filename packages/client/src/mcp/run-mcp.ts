import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ExitCode, exitCodes, UsageError } from '../cli/exit-codes.ts';
import type { McpFlags } from '../cli/mcp-command.ts';
import type { Surroundings } from '../cli/program.ts';
import { shown } from '../cli/words.ts';
import { AllowedFolders } from './allowed-folders.ts';
import { type FoldersOfCall, rootsOrElse } from './call-folders.ts';
import { createServer } from './create-server.ts';
import { readToken } from './http/bearer-token.ts';
import { serveHttp } from './http/serve-http.ts';
import { SharedCompressor } from './shared-compressor.ts';

type CreateMcp = (foldersOf: FoldersOfCall) => ReturnType<typeof createServer>;

/**
 * Runs `gossamer mcp` until the client disconnects or the command is interrupted.
 * @throws UsageError if the flags are invalid
 */
export async function runMcp(flags: McpFlags, around: Surroundings): Promise<ExitCode> {
  await assertFlags(flags);
  const compressor = new SharedCompressor(flags, around);
  const log = (line: string) => void around.stderr.write(`gossamer mcp: ${line}\n`);
  const isLocal = flags.local ?? false;
  const create: CreateMcp = (foldersOf) =>
    createServer({ compressor, foldersOf, isLocal, log }, flags, around);
  try {
    await (flags.http ? runHttp : runStdio)(flags, around, create, log);
    return exitCodes.done;
  } finally {
    compressor.close();
  }
}

async function runStdio(
  { root = [process.cwd()] }: McpFlags,
  { stdout, signal }: Surroundings,
  create: CreateMcp,
  log: (line: string) => void,
): Promise<void> {
  const foldersOf = rootsOrElse(await AllowedFolders.open(root));
  const { stdin } = process;
  const connection = serveStdio(() => create(foldersOf), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: ({ message }) => log(message),
  });
  await Promise.race([finished(stdin, { writable: false }).catch(() => {}), interrupted(signal)]);
  await connection.close();
}

async function runHttp(
  flags: McpFlags,
  { env, stdout, signal }: Surroundings,
  create: CreateMcp,
  log: (line: string) => void,
): Promise<void> {
  const { root = [], host = '127.0.0.1', port = 3_920, allowHost: allowedHosts = [] } = flags;
  const folders = await AllowedFolders.open(root);
  const token = await readToken(flags.tokenFile, env);
  const foldersOf = async () => folders;
  const server = await serveHttp(() => create(foldersOf), { host, port, allowedHosts, token }, log);
  stdout.write(`MCP server listening at ${server.url}\n`);
  await interrupted(signal);
  await server.close();
}

/** @throws UsageError */
async function assertFlags({ http, root = [], ...flags }: McpFlags): Promise<void> {
  const httpOnly = { port: '--port', host: '--host', allowHost: '--allow-host', tokenFile: '--token-file' };
  for (const [name, option] of Object.entries(httpOnly)) {
    if (!http && name in flags) throw new UsageError(`${option} needs --http.`);
  }
  if (http && root.length === 0) {
    throw new UsageError('--http needs at least one folder that clients may use: --root <folder>.');
  }
  for (const folder of root) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw new UsageError(`--root ${shown(folder)} is not a folder.`);
  }
}

async function interrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
