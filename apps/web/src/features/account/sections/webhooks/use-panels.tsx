import type { Webhook } from '@gossamer/contracts/webhooks';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from './action-button.tsx';
import { DeliveriesPanel } from './deliveries/deliveries-panel.tsx';
import { SecretPanel } from './secret/secret-panel.tsx';

const panels = { deliveries: DeliveriesPanel, secret: SecretPanel };
const names = ['deliveries', 'secret'] as const;

/** Returns the open panel of a webhook and the buttons that toggle its panels. At most one panel is open. */
export function usePanels(webhook: Webhook, labelId: string): { buttons: ReactNode; panel: ReactNode } {
  const { t } = useTranslation('webhooks');
  const panelId = useId();
  const [open, setOpen] = useState<keyof typeof panels>();
  const Panel = open && panels[open];
  return {
    buttons: names.map((name) => (
      <ActionButton
        key={name}
        labelId={labelId}
        aria-expanded={open === name}
        aria-controls={open === name ? panelId : undefined}
        onClick={() => setOpen(open === name ? undefined : name)}
      >
        {t(`actions.${name}`)}
        <ChevronDown aria-hidden size={15} className={open === name ? 'rotate-180' : ''} />
      </ActionButton>
    )),
    panel: Panel && (
      <div id={panelId} className="border-t border-line pt-3.5" data-testid="webhook-panel">
        <Panel webhook={webhook} />
      </div>
    ),
  };
}
