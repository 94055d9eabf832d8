import type { GatewayDeps } from '../../deps.ts';
import { originalKey } from '../keys.ts';

/** Deletes a stored image that no row references. If storage is unavailable, the sweeper deletes it later. */
export async function discardUpload({ storage }: Pick<GatewayDeps, 'storage'>, id: string): Promise<void> {
  await storage.delete([originalKey(id)]).catch(() => undefined);
}
