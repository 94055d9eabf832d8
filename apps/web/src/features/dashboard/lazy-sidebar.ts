import { lazyPart } from '../../components/lazy-part.tsx';

/** Sidebar of members. */
export const Sidebar = lazyPart(
  () => import('./sidebar.tsx'),
  ({ Sidebar }) => Sidebar,
  'dashboard',
);
