import { paths } from '../../app/paths.ts';
import { localPath } from '../../lib/local-path.ts';

/** Returns where the visitor came from, by `?from=` in the address, else /compress. Never an address of another site. */
export function returnPath(): string {
  const { search, origin } = window.location;
  return localPath(new URLSearchParams(search).get('from'), origin) ?? paths.compress;
}
