import {
  type CallToolResult,
  isInputRequiredResult,
  type McpServer,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { AllowedFolders } from './allowed-folders.ts';
import type { FoldersOfCall } from './call-folders.ts';
import type { SharedCompressor } from './shared-compressor.ts';
import { failure, toToolError } from './tool-error.ts';

/** What all tools of a server share. */
export interface ToolServices {
  compressor: SharedCompressor;
  foldersOf: FoldersOfCall;
  /** Whether images stay on this computer. */
  isLocal: boolean;
  /** Writes a line to the log, which is standard error. */
  log: (line: string) => void;
}

/** What a tool gets for one call. */
export interface Call extends ToolServices {
  folders: AllowedFolders;
  /** Aborted when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Tells the client how many images are done, if it wants to know. */
  progress: (done: number, total: number, message: string) => Promise<void>;
}

/** A tool that reads or writes files. */
export interface FileTool<Input, Output extends object> {
  name: string;
  title: string;
  description: string;
  inputSchema: z.ZodType<Input>;
  outputSchema: z.ZodType<Output>;
  annotations: ToolAnnotations;
  /** @throws UsageError, FileFault, GossamerError, system errors, which become errors for the model */
  run: (input: Input, call: Call) => Promise<Output>;
}

/**
 * Annotations of tools that write files. They are destructive because of `overwrite`, and repeating a call changes
 * nothing more.
 */
export const writing = ({ isLocal }: ToolServices): ToolAnnotations => ({
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: !isLocal,
});

/** Adds a tool to a server. */
export function addFileTool<Input, Output extends object>(
  server: McpServer,
  services: ToolServices,
  { name, run, ...config }: FileTool<Input, Output>,
): void {
  server.registerTool(name, config, async (input, context) => {
    const folders = await services.foldersOf(context, server);
    if (isInputRequiredResult(folders)) return folders;
    const { signal } = context.mcpReq;
    const call = { ...services, folders, signal, progress: progressOf(context) };
    return answer(signal, services.log, () => run(input, call));
  });
}

/** Returns the result of a tool call. Errors become results that tell the model what to do. */
export async function answer(
  signal: AbortSignal,
  log: ToolServices['log'],
  run: () => Promise<object>,
): Promise<CallToolResult> {
  try {
    const output = await run();
    const text = JSON.stringify(output);
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as typeof output };
  } catch (error) {
    // The SDK discards the result of a cancelled call.
    if (signal.aborted) return failure('The call was cancelled.');
    return errorOf(error, log);
  }
}

function errorOf(error: unknown, log: ToolServices['log']): CallToolResult {
  try {
    return toToolError(error);
  } catch (unforeseen) {
    log(`unexpected error: ${unforeseen instanceof Error ? unforeseen.stack : String(unforeseen)}`);
    return failure(
      'An unexpected error occurred in the MCP server. Try again, or ask the user to look at its log.',
    );
  }
}

function progressOf({ mcpReq }: ServerContext): Call['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  return async (done, total, message) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: done, total, message };
    // A client that has gone needs no progress.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
