import { lazyPart } from '../lazy-part.tsx';

/** Lazy-loaded, because few visitors open the dialog. */
export const CopyCodeDialog = lazyPart(
  () => import('./copy-code-dialog.tsx'),
  ({ CopyCodeDialog }) => CopyCodeDialog,
  'compressMore',
);
