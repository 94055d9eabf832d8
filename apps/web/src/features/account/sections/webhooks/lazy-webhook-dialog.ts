import { lazyPart } from '../../../../components/lazy-part.tsx';

export const WebhookDialog = lazyPart(
  () => import('./webhook-dialog.tsx'),
  ({ WebhookDialog }) => WebhookDialog,
);
