import { McpServer } from '@modelcontextprotocol/server';
import manifest from '../../package.json' with { type: 'json' };
import type { ConnectionFlags } from '../cli/connect.ts';
import type { Surroundings } from '../cli/program.ts';
import type { ToolServices } from './file-tool.ts';
import { mcpLimits } from './limits.ts';
import { addCompressFolder } from './tools/compress-folder.ts';
import { addCompressImage } from './tools/compress-image.ts';
import { addEstimate } from './tools/estimate.ts';
import { addMakeVariants } from './tools/make-variants.ts';
import { addUsage } from './tools/usage.ts';

const instructions = `Gossamer makes images much smaller while they look the same. Originals are never changed, and existing files are replaced only with overwrite: true.
Only files in the allowed folders can be read and written: the roots of the client, or the folders that the user named when starting the server.`;

/** Returns an MCP server with all tools, for one connection or one request. */
export function createServer(
  services: ToolServices,
  flags: ConnectionFlags,
  around: Pick<Surroundings, 'env'>,
): McpServer {
  const info = { name: 'gossamer', title: 'Gossamer', version: manifest.version };
  const { inputElements: maxToolInputElements } = mcpLimits;
  const server = new McpServer(info, { instructions, maxToolInputElements });
  addCompressImage(server, services);
  addCompressFolder(server, services);
  addMakeVariants(server, services);
  addEstimate(server, services);
  addUsage(server, services, flags, around);
  return server;
}
