import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { inject } from 'vitest';

export const token = 'a-token-of-more-than-thirty-two-characters';

export interface McpOptions {
  cwd: string;
  /** Arguments of `gossamer mcp`. */
  args?: string[];
  apiKey?: string | undefined;
  /** Whether to run the engine on this computer, without a key and without a reachable service. */
  isLocal?: boolean;
  /** The client's roots. By default, the client has no notion of roots. */
  roots?: string[];
  /** Protocol revision. By default, the newest one with sessions. */
  revision?: '2026-07-28';
  env?: Record<string, string>;
}

export interface ToolAnswer {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare parts of results
  data: any;
}

/** A connected client of `gossamer mcp`. */
export interface McpClient {
  client: Client;
  /** Id of the server's process. */
  pid: number | undefined;
  call: (name: string, input?: Record<string, unknown>, options?: CallOptions) => Promise<ToolAnswer>;
  close: () => Promise<void>;
}

type CallOptions = Parameters<Client['callTool']>[1];

export const cliFile = ({ isLocal }: Pick<McpOptions, 'isLocal'>): string =>
  join(inject(isLocal ? 'installedWithEngine' : 'installedIn'), 'node_modules/gossamer/dist/cli.js');

export const argsOf = ({ args = [], isLocal }: McpOptions): string[] => [
  'mcp',
  ...args,
  ...(isLocal ? ['--local'] : []),
];

export const envOf = ({ apiKey, isLocal, env }: McpOptions): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  GOSSAMER_BASE_URL: isLocal ? 'http://127.0.0.1:1' : inject('product').url,
  ...(apiKey && { GOSSAMER_API_KEY: apiKey }),
  ...env,
});

/** Starts the installed server as a child process and connects to it over standard input and output. */
export async function overStdio(options: McpOptions): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliFile(options), ...argsOf(options)],
    cwd: options.cwd,
    env: envOf(options),
    stderr: 'inherit',
  });
  const client = createClient(options);
  await client.connect(transport);
  return { ...toMcpClient(client), pid: transport.pid ?? undefined };
}

/** Starts the installed server over HTTP on a free port. */
export async function startHttp(
  options: McpOptions,
): Promise<{ url: string; child: ChildProcess; stop: () => Promise<number | null> }> {
  const child = spawn(process.execPath, [cliFile(options), ...argsOf(options), '--http', '--port', '0'], {
    cwd: options.cwd,
    env: { ...envOf(options), GOSSAMER_MCP_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const [, found] = /listening at (\S+)\n/.exec(stdout) ?? [];
      if (found) resolve(found);
    });
    void ended.then((code) => reject(new Error(`gossamer mcp exited with code ${code}`)));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, child, stop };
}

/** Connects to a server over HTTP. */
export async function overHttp(url: string, options: Partial<McpOptions> = {}): Promise<McpClient> {
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = createClient(options);
  await client.connect(transport);
  return {
    ...toMcpClient(client),
    close: async () => {
      if (!options.revision) await transport.terminateSession();
      await client.close();
    },
  };
}

function createClient({ roots, revision }: Partial<McpOptions>): Client {
  const options: ClientOptions = {
    ...(roots && { capabilities: { roots: {} } }),
    ...(revision && { versionNegotiation: { mode: { pin: revision } } }),
  };
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  if (roots) {
    client.setRequestHandler('roots/list', async () => ({
      roots: roots.map((folder) => ({ uri: String(pathToFileURL(folder)) })),
    }));
  }
  return client;
}

function toMcpClient(client: Client): McpClient {
  return {
    client,
    pid: undefined,
    call: async (name, input = {}, options = {}) => {
      const result = await client.callTool({ name, arguments: input }, { timeout: 200_000, ...options });
      const [content] = result.content;
      const text = content?.type === 'text' ? content.text : '';
      return { isError: result.isError === true, text, data: result.structuredContent };
    },
    close: () => client.close(),
  };
}
