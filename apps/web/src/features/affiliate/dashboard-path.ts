import { paths } from '../../app/paths.ts';

/** Where the dashboard of a code stands, however the code was typed. */
export function dashboardPath(code: string): string {
  return paths.affiliateDashboard.replace(':code', encodeURIComponent(code.trim().toUpperCase()));
}
