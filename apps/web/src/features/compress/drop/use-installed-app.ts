import { useEffect, useEffectEvent } from 'react';

/** Hook that passes files to `onFiles` that the user opens with the installed app or shares with it. */
export function useInstalledApp(onFiles: (files: File[]) => void): void {
  const add = useEffectEvent(onFiles);
  useEffect(() => {
    if (matchMedia('(display-mode: standalone)').matches)
      void import('./installed-app.ts').then(({ connectInstalledApp }) => connectInstalledApp(add));
  }, []);
}
