import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';

export type Day = AffiliateDashboard['days'][number];

/** Metrics in separate charts with their own scales, because one sign-up would be invisible beside a hundred clicks. */
export const lanes = [
  { name: 'clicks', look: 'line', steps: 3 },
  { name: 'signups', look: 'strokes', steps: 2 },
  { name: 'subscriptions', look: 'accent', steps: 2 },
] as const;
export type Lane = (typeof lanes)[number];

export const totalOf = (days: readonly Day[], { name }: Lane) =>
  days.reduce((sum, day) => sum + day[name], 0);
