import { type WebhookEventType, webhookEventTypes } from '@gossamer/contracts/webhooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../../components/ui/checkbox.tsx';
import { FieldProblem } from '../../../../form/field-problem.tsx';

const names = { 'compression.completed': 'completed', 'compression.failed': 'failed' } as const;

type Props = {
  chosen: readonly WebhookEventType[];
  problem: string | undefined;
  onChange: (type: WebhookEventType, isChosen: boolean) => void;
};

/** Fields to select the event types that the webhook receives. At least one must be selected. */
export function EventFields({ chosen, problem, onChange }: Props) {
  const { t } = useTranslation('webhooks');
  const problemId = useId();
  return (
    <fieldset aria-describedby={problem && problemId} className="grid gap-2">
      <legend className="mb-1.5 text-small font-medium text-ink">{t('form.events')}</legend>
      {webhookEventTypes.map((type) => (
        <Checkbox key={type} isChecked={chosen.includes(type)} onChange={(is) => onChange(type, is)}>
          {t(`events.${names[type]}`)}
        </Checkbox>
      ))}
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
    </fieldset>
  );
}
