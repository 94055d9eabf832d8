import { lazyPart } from '../lazy-part.tsx';

export const Sheet = lazyPart(
  () => import('./sheet.tsx'),
  ({ Sheet }) => Sheet,
);
