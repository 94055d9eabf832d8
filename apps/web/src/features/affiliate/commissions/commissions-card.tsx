import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { commissionsCsvUrl } from '../../../lib/api-affiliate.ts';
import { isLoggedOut } from '../../../lib/use-leave-logged-out.ts';
import { LoadFailed } from '../load-failed.tsx';
import { CommissionsTable } from './commissions-table.tsx';
import { MoreCommissions } from './more-commissions.tsx';
import { useCommissions } from './use-commissions.ts';

/** Lists all payments that earned the partner a commission. */
export function CommissionsCard({ code }: { code: string }) {
  const { t } = useTranslation('affiliate');
  const list = useCommissions(code);
  const hasSome = list.data !== undefined && list.data.commissions.length > 0;
  return (
    <section aria-labelledby="commissions" className="card min-w-0 overflow-hidden" data-testid="commissions">
      <div className="flex min-h-14 items-center justify-between gap-4 ps-5 pe-3">
        <h2 id="commissions" className="card-title">
          {t('commissions.title')}
        </h2>
        {hasSome && (
          <a
            href={commissionsCsvUrl(code)}
            download
            data-tooltip={t('commissions.csvTitle')}
            className={buttonStyle({ variant: 'quiet', size: 'small' })}
          >
            <Download aria-hidden size={16} />
            {t('commissions.csv')}
          </a>
        )}
      </div>
      <div className="border-t border-line">
        <Content code={code} list={list} />
      </div>
    </section>
  );
}

function Content({ code, list }: { code: string; list: ReturnType<typeof useCommissions> }) {
  const { t } = useTranslation('affiliate');
  const { data, error, isFetching, refetch } = list;
  if (!data) {
    if (!error || isLoggedOut(error)) return <Skeleton className="m-5 h-40" />;
    return (
      <LoadFailed
        title={t('commissions.failed')}
        retryLabel={t('commissions.retry')}
        error={error}
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { commissions, nextCursor } = data;
  if (commissions.length === 0) {
    return (
      <div className="p-5">
        <h3 className="text-body">{t('commissions.empty.title')}</h3>
        <p className="mt-0.5 text-small">{t('commissions.empty.text')}</p>
      </div>
    );
  }
  return (
    <>
      <CommissionsTable commissions={commissions} />
      {nextCursor !== null && <MoreCommissions code={code} cursor={nextCursor} />}
    </>
  );
}
