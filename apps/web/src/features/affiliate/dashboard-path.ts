import { paths } from '../../app/paths.ts';

/** Returns the dashboard path for an affiliate code. Trims and uppercases the code. */
export function dashboardPath(code: string): string {
  return paths.affiliateDashboard.replace(':code', encodeURIComponent(code.trim().toUpperCase()));
}
