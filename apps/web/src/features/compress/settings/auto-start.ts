import { storedText } from '../../../lib/stored-text.ts';

const choice = storedText('gossamer.autoStart');

const toBoolean = (text: string | undefined) => (text === 'on' || text === 'off' ? text === 'on' : undefined);

/** Sets whether images are compressed as soon as they are added. */
export function setAutoStart(isOn: boolean): void {
  choice.write(isOn ? 'on' : 'off');
}

/** Turns automatic compression on after the first compression, unless the user has turned it off. */
export function suggestAutoStart(): void {
  if (toBoolean(choice.read()) === undefined) setAutoStart(true);
}

/**
 * Returns whether images are compressed as soon as they are added, or undefined if the user has not compressed an image
 * in this browser yet.
 */
export function useAutoStart(): boolean | undefined {
  return toBoolean(choice.use());
}
