import type { DeviceResult } from '@gossamer/contracts/stats';
import { sendJson } from '../../../lib/api-client.ts';
import { pageSession } from '../../../lib/session.ts';

/** Whether the logged-in member includes results of this device in the statistics. */
let isCounted = pageSession?.user?.countsDeviceResults === true;

/** Sets whether results of this device are included in the member's statistics. */
export async function setCounted(wanted: boolean): Promise<void> {
  await sendJson('PUT', '/api/stats/device', { isCounted: wanted });
  isCounted = wanted;
}

/**
 * Adds a result of this device to the member's statistics if the member has chosen this. Only the file sizes are sent. A
 * result is not counted if the server cannot be reached.
 */
export async function countResult(result: DeviceResult): Promise<void> {
  if (isCounted) await sendJson('POST', '/api/stats/device', result).catch(() => undefined);
}
