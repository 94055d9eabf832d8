import { paths } from '../../app/paths.ts';

/** Returns the path of a code's dashboard. The code may have any case and surrounding spaces. */
export function dashboardPath(code: string): string {
  return paths.affiliateDashboard.replace(':code', encodeURIComponent(code.trim().toUpperCase()));
}
