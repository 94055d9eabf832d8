import { paths } from '../../app/paths.ts';
import { localPath } from '../../lib/local-path.ts';

/** Returns the path in the query parameter `from`, or /compress if it is missing or refers to another site. */
export function returnPath(): string {
  const { search, origin } = window.location;
  return localPath(new URLSearchParams(search).get('from'), origin) ?? paths.compress;
}
