import type { Command } from 'commander';
import { addCompressor } from './connection-options.ts';
import type { CompressorFlags } from './open-compressor.ts';
import { between } from './parse-values.ts';

export interface McpFlags extends CompressorFlags {
  root?: string[];
  http?: true;
  host?: string;
  port?: number;
  allowHost?: string[];
  tokenFile?: string;
}

const details = `
By default, the server speaks MCP on standard input and output, and clients start it themselves. The client's roots decide
which files it may use; for clients without roots, the folders of --root, or else the current folder, unless it is the
home folder or the root of the file system.
With --http, only the folders of --root may be used, and clients must send a bearer token.`;

/** Adds the command `mcp`. */
export function addMcp(program: Command, run: (flags: McpFlags) => Promise<void>): void {
  const command = program
    .command('mcp')
    .description('Run an MCP server, so that AI agents can compress images.')
    .option('--root <folder>', 'folder that the server may use; can be repeated', listed)
    .option('--http', 'serve MCP over HTTP instead of standard input and output')
    .option('--port <number>', 'port for --http, 0 for any free port (default 3920)', between(0, 65_535))
    .option('--host <address>', 'address to listen on for --http (default 127.0.0.1)')
    .option(
      '--allow-host <name>',
      'other host name under which clients reach the server; can be repeated',
      listed,
    )
    .option(
      '--token-file <file>',
      'read the bearer token for --http from this file instead of GOSSAMER_MCP_TOKEN',
    )
    .option(
      '-c, --concurrency <number>',
      'number of images to process at once (default 4; with --local, the number of processors)',
      between(1, 32),
    )
    .addHelpText('after', details);
  addCompressor(command).action(run);
}

const listed = (value: string, earlier: string[] = []) => [...earlier, value];
