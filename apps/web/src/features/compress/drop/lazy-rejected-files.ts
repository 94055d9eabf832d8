import { lazyPart } from '../../../components/lazy-part.tsx';

export const RejectedFiles = lazyPart(
  () => import('./rejected-files.tsx'),
  ({ RejectedFiles }) => RejectedFiles,
  'compressMore',
);
