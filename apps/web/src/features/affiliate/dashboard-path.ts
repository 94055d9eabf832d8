import { paths } from '../../app/paths.ts';

/** Returns the path of the dashboard of a code. Trims the code and ignores its case. */
export function dashboardPath(code: string): string {
  return paths.affiliateDashboard.replace(':code', encodeURIComponent(code.trim().toUpperCase()));
}
