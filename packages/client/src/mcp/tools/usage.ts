import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type ConnectionFlags, connect } from '../../cli/connect.ts';
import type { Surroundings } from '../../cli/program.ts';
import { answer, type ToolServices } from '../file-tool.ts';

const outputSchema = z.object({
  mode: z
    .enum(['cloud', 'local'])
    .describe('`local`: images are compressed on this computer, without limits.'),
  plan: z.enum(['free', 'pro']).optional(),
  month: z
    .object({ startsAt: z.string(), endsAt: z.string(), compressions: z.number() })
    .optional()
    .describe('Compressions counted in this calendar month (UTC).'),
  day: z
    .object({ compressions: z.number(), limit: z.number().nullable(), resetsAt: z.string() })
    .optional()
    .describe('Compressions counted today (UTC). `limit` is null if there is none.'),
  maxFileBytes: z.number().describe('Maximum size of an image.'),
  maxPixels: z.number().optional().describe('Maximum width × height × frames of an image.'),
});

/** Adds the tool that shows the usage of the account. */
export function addUsage(
  server: McpServer,
  { compressor, isLocal, log }: ToolServices,
  flags: ConnectionFlags,
  around: Pick<Surroundings, 'env'>,
): void {
  const config = {
    title: 'Show usage and limits',
    description: isLocal
      ? 'Tells that images are compressed on this computer, without an account or a quota, and how large they may be.'
      : 'Tells how many compressions the account has used this month and today, and what the limits are. Use it when a call fails because of a limit, or when the user asks.',
    inputSchema: z.strictObject({}),
    outputSchema,
    annotations: { readOnlyHint: true, openWorldHint: !isLocal },
  };
  server.registerTool('usage', config, (_input, { mcpReq: { signal } }) =>
    answer(signal, log, async () => {
      if (isLocal) return { mode: 'local', maxFileBytes: (await compressor.open(signal)).maxFileBytes };
      const { usage } = await connect(flags, { ...around, signal });
      const { plan, month, day, limits } = usage;
      const { maxFileBytes, maxPixels } = limits;
      return { mode: 'cloud', plan, month, day, maxFileBytes, maxPixels };
    }),
  );
}
