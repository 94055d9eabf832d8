import { type Stats, stats } from '@gossamer/contracts/stats';
import { getJson } from './api-client.ts';

export function fetchStats(signal: AbortSignal): Promise<Stats> {
  return getJson('/api/stats', stats, signal);
}
