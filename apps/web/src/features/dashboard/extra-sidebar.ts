import { extra } from '../../components/extra.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { retryableImport } from '../../lib/retryable-import.ts';

const importSidebar = retryableImport(() => import('./sidebar.tsx'));

/** Lazy-loaded, because only members see it. */
export const Sidebar = extra(async () => {
  const [{ Sidebar }] = await Promise.all([importSidebar(), loadNamespaces(['dashboard'])]);
  return Sidebar;
});
