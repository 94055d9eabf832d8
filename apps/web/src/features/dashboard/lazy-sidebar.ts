import { lazyPart } from '../../components/lazy-part.tsx';

/** Lazy-loaded sidebar for members. */
export const Sidebar = lazyPart(
  () => import('./sidebar.tsx'),
  ({ Sidebar }) => Sidebar,
  'dashboard',
);
