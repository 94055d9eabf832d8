import { formatBytes, formatNumber } from '@gossamer/contracts/english-figures';
import { type ConnectionFlags, connect } from './connect.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { Surroundings } from './program.ts';

/** Runs `gossamer usage`. @throws UsageError, GossamerError */
export async function runUsage(
  flags: ConnectionFlags & { json?: true },
  around: Surroundings,
): Promise<ExitCode> {
  const { usage } = await connect(flags, around);
  const { plan, month, day, limits } = usage;
  const rows = [
    ['Plan', plan],
    ['This month', `${formatNumber(month.compressions)} compressions, until ${dayOf(month.endsAt)} UTC`],
    ['Today', `${formatNumber(day.compressions)} compressions, ${limitOf(day.limit)}`],
    ['Largest file', `${formatBytes(limits.maxFileBytes)}, ${limits.maxPixels / 1e6} megapixels`],
    ['Requests', `${formatNumber(limits.requestsPerMinute)} a minute`],
  ];
  const text = rows.map(([name = '', value]) => `${name.padEnd(14)}${value}\n`).join('');
  around.stdout.write(flags.json ? `${JSON.stringify(usage)}\n` : text);
  return exitCodes.done;
}

const dayOf = (time: string) => time.slice(0, 10);
const limitOf = (limit: number | null) => (limit === null ? 'no limit' : `of ${formatNumber(limit)}`);
