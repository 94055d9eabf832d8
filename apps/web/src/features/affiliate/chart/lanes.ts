import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';

export type Day = AffiliateDashboard['days'][number];

/**
 * Metrics of the affiliate chart. Each has its own scale, because a single sign-up would be invisible next to a hundred
 * clicks.
 */
export const lanes = [
  { name: 'clicks', look: 'line', steps: 3 },
  { name: 'signups', look: 'strokes', steps: 2 },
  { name: 'subscriptions', look: 'accent', steps: 2 },
] as const;
export type Lane = (typeof lanes)[number];

export const totalOf = (days: readonly Day[], { name }: Lane) =>
  days.reduce((sum, day) => sum + day[name], 0);
