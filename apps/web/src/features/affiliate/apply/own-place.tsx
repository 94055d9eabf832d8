import type { SessionUser } from '@gossamer/contracts/session-user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { isLoggedOut } from '../../../lib/use-leave-logged-out.ts';
import { LoadFailed } from '../load-failed.tsx';
import { ApplicationForm } from './application-form.tsx';
import { PartnerCard } from './partner-card.tsx';
import { useOwnAffiliate } from './use-own-affiliate.ts';

/** Shows the member's partner card, or the application form if the member is not a partner yet. */
export function OwnPlace({ user }: { user: SessionUser }) {
  const { t } = useTranslation('affiliate');
  const { data, error, isFetching, refetch } = useOwnAffiliate();
  const [isNew, setNew] = useState(false);
  if (data?.affiliate) return <PartnerCard partner={data.affiliate} isNew={isNew} />;
  if (data) return <ApplicationForm user={user} onApproved={() => setNew(true)} />;
  if (!error || isLoggedOut(error)) return <OwnPlaceSkeleton />;
  return (
    <LoadFailed
      title={t('own.failed')}
      retryLabel={t('own.retry')}
      error={error}
      isBusy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

const fieldHeights = ['h-[4.125rem]', 'h-[4.125rem]', 'h-[4.125rem]', 'h-[8.5rem]', 'h-12'];

/** Skeleton with the height of the affiliate application form. */
function OwnPlaceSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid min-w-0 gap-5 p-5 md:p-7">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-11 w-40" />
      <div className="grid gap-4">
        {fieldHeights.map((height, index) => (
          <Skeleton key={index} className={height} />
        ))}
      </div>
    </div>
  );
}
