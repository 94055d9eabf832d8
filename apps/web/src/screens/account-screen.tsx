import { useTranslation } from 'react-i18next';
import { AccountNav } from '../features/account/sections/account-nav.tsx';
import { ApiKeysSection } from '../features/account/sections/api-keys/api-keys-section.tsx';
import { EmailSection } from '../features/account/sections/email-section.tsx';
import { DeleteSection, LogOutSection } from '../features/account/sections/end-sections.tsx';
import { ExportSection } from '../features/account/sections/export-section.tsx';
import { LanguageSection } from '../features/account/sections/language-section.tsx';
import { PasswordSection } from '../features/account/sections/password-section.tsx';
import { PlanSection } from '../features/account/sections/plan-section.tsx';
import { ProfileSection } from '../features/account/sections/profile-section.tsx';
import { SupportSection } from '../features/account/sections/support-section.tsx';
import { WebhooksSection } from '../features/account/sections/webhooks/webhooks-section.tsx';
import { useMembersOnly } from '../lib/unauthorized.ts';
import { useConfirmedElsewhere } from '../lib/use-confirmed-elsewhere.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AccountScreen() {
  const { t } = useTranslation();
  const user = useMembersOnly();
  useConfirmedElsewhere();
  useDocumentTitle(t('pages.account.title'));
  return (
    <div className="page min-h-136 pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)]">
      <h1 className="mb-5 md:mb-7">{t('pages.account.title')}</h1>
      {user && (
        <div className="grid items-start gap-x-8 gap-y-4 wide:grid-cols-[11rem_minmax(0,1fr)]">
          <AccountNav isPremium={user.isPremium} />
          <div className="card">
            <EmailSection user={user} />
            <ProfileSection user={user} />
            <PasswordSection email={user.email} />
            <LanguageSection />
            <PlanSection user={user} />
            {user.isPremium && <SupportSection email={user.email} />}
            <ApiKeysSection user={user} />
            <WebhooksSection user={user} />
            <ExportSection isEmailVerified={user.isEmailVerified} />
            <LogOutSection />
            <DeleteSection isPremium={user.isPremium} />
          </div>
        </div>
      )}
    </div>
  );
}
