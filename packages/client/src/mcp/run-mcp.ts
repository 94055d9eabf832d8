import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse } from 'node:path';
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
import { isAnyAddress, serveHttp } from './http/serve-http.ts';
import { mcpLimits } from './limits.ts';
import { SharedCompressor } from './shared-compressor.ts';

/** Addresses that other computers cannot reach. */
const loopbacks = ['127.0.0.1', '::1', 'localhost'];

type CreateMcp = (foldersOf: FoldersOfCall) => ReturnType<typeof createServer>;

/**
 * Runs `gossamer mcp` until the client disconnects or the command is interrupted.
 * @throws UsageError if the flags are invalid
 */
export async function runMcp(flags: McpFlags, around: Surroundings): Promise<ExitCode> {
  await assertFlags(flags);
  const compressor = new SharedCompressor(flags, around, mcpLimits.compressorIdleMs);
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
  { root = currentFolder() }: McpFlags,
  { stdout, stderr, signal }: Surroundings,
  create: CreateMcp,
  log: (line: string) => void,
): Promise<void> {
  const foldersOf = rootsOrElse(await AllowedFolders.open(root));
  const { stdin } = process;
  if (stdin.isTTY)
    stderr.write('Waiting for an MCP client on standard input. For help: gossamer mcp --help\n');
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
  if (!loopbacks.includes(host))
    log('Connections are not encrypted. Let clients connect through a proxy with TLS.');
  stdout.write(`MCP server listening at ${server.url}\n`);
  await interrupted(signal);
  await server.close();
}

/**
 * Returns the current folder, unless it contains more than a user wants to share without saying so: desktop clients start
 * servers in the root or home folder.
 */
function currentFolder(): string[] {
  const folder = process.cwd();
  return folder === parse(folder).root || folder === homedir() ? [] : [folder];
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
  if (isAnyAddress(flags.host) && !flags.allowHost) {
    throw new UsageError(
      `--host ${flags.host} needs the name under which clients reach it: --allow-host <name>.`,
    );
  }
  for (const folder of root) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw new UsageError(`--root ${shown(folder)} is not a folder.`);
  }
}

async function interrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
