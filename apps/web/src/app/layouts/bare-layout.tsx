import { Outlet } from 'react-router-dom';
import { ConsentBanner } from '../shell/consent-banner.tsx';
import { usePage } from '../use-page.ts';

/** Layout without header and footer, for screens with their own frame, such as the login screen. */
export function BareLayout() {
  usePage();
  return (
    <>
      <Outlet />
      <ConsentBanner />
    </>
  );
}
