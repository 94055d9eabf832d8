import type { SessionUser } from '@gossamer/contracts/session-user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { useFailedToast } from '../../../form/use-failed-toast.ts';
import { rememberSession } from '../../../lib/session.ts';
import { setCounted } from '../device/counted-results.ts';

/** Field to include images that this member's devices compress in the member's statistics. */
export function CountField({ user }: { user: SessionUser }) {
  const { t } = useTranslation('compress');
  const queryClient = useQueryClient();
  const sayFailed = useFailedToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: setCounted,
    onSuccess: (_, countsDeviceResults) => rememberSession(queryClient, { ...user, countsDeviceResults }),
    onError: (error) => sayFailed(error, t('settings.saved.form.failed')),
  });
  return (
    <Checkbox
      isChecked={isPending ? variables : user.countsDeviceResults}
      onChange={mutate}
      hint={t('settings.backend.countNote')}
    >
      {t('settings.backend.count')}
    </Checkbox>
  );
}
