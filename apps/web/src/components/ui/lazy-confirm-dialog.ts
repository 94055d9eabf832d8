import { lazyPart } from '../lazy-part.tsx';

export const ConfirmDialog = lazyPart(
  () => import('./confirm-dialog.tsx'),
  ({ ConfirmDialog }) => ConfirmDialog,
);
