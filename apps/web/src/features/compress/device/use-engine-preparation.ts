import { useEffect } from 'react';
import { importPool } from './import-pool.ts';

/** Events of a user who is about to add images, with a mouse, a finger or a keyboard. */
const events = ['pointerdown', 'keydown', 'dragenter'] as const;

/** Hook that loads the engine when the user presses or drags something, so that the first image need not wait for it. */
export function useEnginePreparation(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const prepare = () =>
      void importPool().then(
        ({ pool }) => pool.prepare(),
        // If loading fails, the first image tries again and reports the failure.
        () => {},
      );
    for (const event of events) window.addEventListener(event, prepare);
    return () => {
      for (const event of events) window.removeEventListener(event, prepare);
    };
  }, [isWanted]);
}
