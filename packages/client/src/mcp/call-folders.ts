import { fileURLToPath } from 'node:url';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AllowedFolders } from './allowed-folders.ts';

/**
 * Returns the folders that a call may use, or the result that asks the client for them. The SDK then calls the tool
 * again with the client's answer, in older protocol revisions through `roots/list`.
 */
export type FoldersOfCall = (
  context: ServerContext,
  server: McpServer,
) => Promise<AllowedFolders | InputRequiredResult>;

/** Returns the client's roots if the client has any notion of roots, otherwise the given folders. */
export function rootsOrElse(folders: AllowedFolders): FoldersOfCall {
  return async (context, server) => {
    if (!declaresRoots(context, server)) return folders;
    const answer = inputResponse(context.mcpReq.inputResponses, 'roots');
    if (answer.kind !== 'roots') {
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    }
    return AllowedFolders.open(answer.roots.flatMap(({ uri }) => folderOf(uri)));
  };
}

/** Clients of the protocol revision 2026-07-28 declare their capabilities with each request, others once. */
function declaresRoots({ mcpReq }: ServerContext, { server }: McpServer): boolean {
  const envelope: Record<string, { roots?: unknown } | undefined> = { ...mcpReq.envelope };
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  return capabilities?.roots !== undefined;
}

/** Returns the path of a root, or nothing if it is not a folder of this computer. */
function folderOf(uri: unknown): string[] {
  try {
    return [fileURLToPath(String(uri))];
  } catch {
    return [];
  }
}
