import { lazyPart } from '../../../../components/lazy-part.tsx';

/** The component is lazy-loaded, because only members have saved settings. */
export const SavedSettings = lazyPart(
  () => import('./saved-settings.tsx'),
  ({ SavedSettings }) => SavedSettings,
  'compressMore',
);
