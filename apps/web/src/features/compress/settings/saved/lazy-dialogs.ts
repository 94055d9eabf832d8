import { lazyPart } from '../../../../components/lazy-part.tsx';

/** The dialogs are lazy-loaded with the error texts of account forms. */
export const SaveDialog = lazyPart(
  () => import('./save-dialog.tsx'),
  ({ SaveDialog }) => SaveDialog,
  'account',
  'errors',
);
export const DeleteDialog = lazyPart(
  () => import('./delete-dialog.tsx'),
  ({ DeleteDialog }) => DeleteDialog,
  'account',
  'errors',
);
