import { useTranslation } from 'react-i18next';
import { Offer } from '../features/affiliate/about/offer.tsx';
import { OpenDashboard } from '../features/affiliate/about/open-dashboard.tsx';
import { Rules } from '../features/affiliate/about/rules.tsx';
import { LoginToApply } from '../features/affiliate/apply/login-to-apply.tsx';
import { OwnPlace } from '../features/affiliate/apply/own-place.tsx';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

/** Shows the terms of the affiliate program. Members can also apply and open their dashboard. */
export function AffiliateScreen() {
  const { t } = useTranslation();
  const user = useSession();
  useDocumentTitle(t('pages.affiliate.title'));
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-8 pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)] wide:grid-cols-[minmax(0,1fr)_29rem]">
        <Offer />
        <div className="grid min-w-0 gap-4">
          <div className="card">{user ? <OwnPlace user={user} /> : <LoginToApply />}</div>
          {user && <OpenDashboard />}
        </div>
      </div>
      <Rules />
    </>
  );
}
