import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useMoreCommissions } from './use-commissions.ts';

/** Button that loads older commissions. */
export function MoreCommissions({ code, cursor }: { code: string; cursor: string }) {
  const { t } = useTranslation('affiliate');
  const { isPending, isError, mutate: load } = useMoreCommissions(code, cursor);
  return (
    <div className="grid justify-items-center gap-2 border-t border-line p-4">
      <Button isBusy={isPending} disabled={isPending} onClick={() => load()}>
        {t('commissions.showMore')}
      </Button>
      {isError && (
        <p role="alert" className="text-small text-danger">
          {t('commissions.showMoreFailed')}
        </p>
      )}
    </div>
  );
}
