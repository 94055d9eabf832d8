import { paths } from '../../app/paths.ts';
import { localPath } from '../../lib/local-path.ts';

/**
 * Returns the path from the query parameter `from`, or /compress if the parameter is missing or points to another site.
 */
export function returnPath(): string {
  const { search, origin } = window.location;
  return localPath(new URLSearchParams(search).get('from'), origin) ?? paths.compress;
}
