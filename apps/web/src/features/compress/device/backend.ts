import { processOnCookie } from '@gossamer/contracts/locales';
import { writePreferenceCookie } from '../../../lib/stored.ts';
import { storedText } from '../../../lib/stored-text.ts';

/** Where images are processed: on our servers, or on the user's device without uploading them. */
export type Backend = 'cloud' | 'device';

const choice = storedText('gossamer.processOn');

const toBackend = (text: string | undefined): Backend => (text === 'device' ? text : 'cloud');

/** Returns where the user wants images to be processed. */
export const readBackend = (): Backend => toBackend(choice.read());

/**
 * Remembers where the user wants images to be processed. For processing on the device, also sets a cookie that makes
 * the server isolate pages from other origins. Only isolated pages have access to the shared memory that the engine
 * needs.
 */
export function rememberBackend(backend: Backend): void {
  choice.write(backend);
  writePreferenceCookie(processOnCookie, backend === 'device' ? backend : '');
}

/** Hook that returns where the user wants images to be processed, and `cloud` during hydration. */
export const useBackend = (): Backend => toBackend(choice.use());
