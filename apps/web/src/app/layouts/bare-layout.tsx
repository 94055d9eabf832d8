import { Outlet } from 'react-router-dom';
import { ConsentBanner } from '../shell/consent-banner.tsx';
import { usePage } from '../use-page.ts';

/** Layout of screens that have a separate frame, such as the login. */
export function BareLayout() {
  usePage();
  return (
    <>
      <Outlet />
      <ConsentBanner />
    </>
  );
}
