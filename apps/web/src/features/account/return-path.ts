import { paths } from '../../app/paths.ts';
import { localPath } from '../../lib/local-path.ts';

/** Returns the path in the query parameter `from`, else /compress. Never returns a URL of another site. */
export function returnPath(): string {
  const { search, origin } = window.location;
  return localPath(new URLSearchParams(search).get('from'), origin) ?? paths.compress;
}
