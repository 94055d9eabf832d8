import { storedText } from '../../../lib/stored-text.ts';

/** Where images are processed: on our servers, or on the user's device without uploading them. */
export type Place = 'cloud' | 'device';

const choice = storedText('gossamer.processOn');

const toPlace = (text: string | undefined): Place => (text === 'device' ? text : 'cloud');

/** Returns where the user wants images to be processed. */
export const readPlace = (): Place => toPlace(choice.read());

/** Remembers where the user wants images to be processed. */
export const rememberPlace = (place: Place): void => choice.write(place);

/** Hook that returns where the user wants images to be processed, and `cloud` during hydration. */
export const usePlace = (): Place => toPlace(choice.use());
