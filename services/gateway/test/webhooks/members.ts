import type { EngineReport } from '@gossamer/contracts/engine-report';
import { webhook, webhookList, webhookSecret } from '@gossamer/contracts/webhooks';
import { waitFor } from '@gossamer/testkit/wait';
import { prepareTargets } from '../../src/compressions/deliveries/delivery-target.ts';
import { finalize } from '../../src/compressions/results/finalize.ts';
import type { DeliveriesOptions } from '../../src/deliveries/delivery-loop.ts';
import type { GatewayDeps } from '../../src/deps.ts';
import { newId } from '../../src/http/identity/new-id.ts';
import { startDeliveries } from '../../src/webhooks/send-due-deliveries.ts';
import { confirmEmail, post, roomy, signUp, type TestMember } from '../accounts/people.ts';
import type { TestGateway } from '../gateway.ts';

/** Environment variables that allow webhooks to receivers on the loopback interface. */
export const reachingOut = { ...roomy, GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' };

export async function signUpPro(gateway: TestGateway, more = {}): Promise<TestMember> {
  const member = await signUp(gateway, more);
  await confirmEmail(gateway, member);
  await gateway.servers.sql("update accounts set plan = 'pro' where id = $1", [member.accountId]);
  return member;
}

/** Creates a webhook with a member's session. */
export async function addEndpoint(member: TestMember, url: string, more: Record<string, unknown> = {}) {
  const response = await post(member.browser, '/api/webhooks', { url, ...more });
  if (response.status !== 201) throw new Error(`POST /api/webhooks failed: ${await response.text()}`);
  return webhook.parse(await response.json());
}

export const listOf = async ({ browser }: TestMember) =>
  webhookList.parse(await (await browser('/api/webhooks')).json());

export const secretOf = async ({ browser }: TestMember, id: string) =>
  webhookSecret.parse(await (await browser(`/api/webhooks/${id}/secret`)).json()).secret;

/** Inserts and finalizes a compression of an API client. Returns the compression id. */
export async function finalizeJob(
  gateway: TestGateway,
  accountId: string,
  {
    id = newId(),
    status = 'completed',
    webhookUrl = null as string | null,
    deliverTo = '',
    metadata = {},
  } = {},
): Promise<string> {
  const targets = deliverTo && JSON.stringify(prepareTargets(gateway.deps, accountId, { deliverTo }));
  await gateway.servers.sql(
    `insert into compressions (id, owner, account_id, request_id, original_filename, original_format,
       original_size_bytes, original_sha256, settings, max_pixels, is_sample, source, metadata, webhook_url, deliver_to, tier)
     values ($1, 'member:' || $2, $2, 'r', 'Kite.jpg', 'jpeg', 1000, repeat('0', 64),
       '{"quality":85,"format":"auto","resize":null,"filter":"none"}', 100, false, 'api', $3, $4, $5, 'pro')`,
    [id, accountId, JSON.stringify(metadata), webhookUrl, targets || null],
  );
  const about = { compressionId: id, attempt: 1, requestId: 'r' };
  const report = {
    effort: 'thorough',
    kind: 'photo',
    encoding: 'webp lossy',
    encoderQuality: 80,
    targetScore: 85,
    score: 85.1,
    worstTileScore: 80.2,
    probes: 4,
    metadataRemoved: ['gps'],
    metadataKept: [],
    wideGamut: 'none',
    hdr: 'none',
    stepsMs: { decode: 3 },
  } as EngineReport;
  const resultKey = `results/${id}/1-1`;
  await finalize(
    gateway.deps,
    status === 'completed'
      ? {
          type: 'image.compressed',
          ...about,
          resultKey,
          previewKey: resultKey,
          format: 'webp',
          sizeBytes: 400,
          sha256: 'ab'.repeat(32),
          widthPx: 400,
          heightPx: 400,
          alreadyOptimal: false,
          engineMs: 1,
          engineReport: report,
        }
      : { type: 'image.failed', ...about, code: 'corrupt_image' },
  );
  return id;
}

/** Sends due deliveries like the background process, but with a short polling interval. */
export function dispatch(
  gateway: TestGateway,
  options: DeliveriesOptions = {},
  more: Partial<GatewayDeps> = {},
) {
  return startDeliveries(
    { ...gateway.deps, ...more },
    { pauseMs: 20, retrySeconds: [0.05, 0.05, 0.05], ...options },
  );
}

/** Returns the database rows of a webhook's deliveries. */
export const deliveriesOf = (gateway: TestGateway, webhookId: string) =>
  gateway.servers.sql('select * from deliveries where webhook_id = $1 order by created_at, id', [webhookId]);

/** Waits until a webhook has no pending deliveries. Returns all deliveries of the webhook. */
export async function finalized(gateway: TestGateway, webhookId: string, timeoutMs = 20_000) {
  return waitFor(
    'the deliveries',
    async () => {
      const rows = await deliveriesOf(gateway, webhookId);
      return rows.every(({ status }) => status !== 'pending') && rows;
    },
    timeoutMs,
  );
}
