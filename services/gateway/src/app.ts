import multipart from '@fastify/multipart';
import { standInKeyPrefix } from '@gossamer/contracts/billing';
import { type ContentSources, createHttp, type Http } from '@gossamer/service-kit/http/create-http';
import { healthRoutes } from '@gossamer/service-kit/http/health-routes';
import { observeRequests } from '@gossamer/service-kit/http/observe-requests';
import { affiliateRoutes } from './affiliate/routes.ts';
import { apiRoutes } from './api/routes.ts';
import { confirmPassword } from './auth/confirm-password.ts';
import { authRoutes } from './auth/routes.ts';
import { signUpOrLogIn } from './auth/sign-up-or-log-in.ts';
import { billingRoutes } from './billing/routes.ts';
import { stripeStandInProxy } from './billing/stripe-stand-in-proxy.ts';
import { stripeWebhook } from './billing/stripe-webhook.ts';
import { compatibleRoutes } from './compatible/routes.ts';
import type { GatewayConfig } from './config.ts';
import type { GatewayDeps } from './deps.ts';
import { linkRoute } from './download/link-route.ts';
import { downloadRoutes } from './download/routes.ts';
import { createBacklog } from './fleet/backlog.ts';
import { historyRoutes } from './history/routes.ts';
import { identifyClient } from './identity/identify-client.ts';
import { createTurnBudget } from './intake/turn-budget.ts';
import { createUploadRoom } from './intake/upload-room.ts';
import { keyRoutes } from './keys/routes.ts';
import { createExhausted } from './limits/exhausted.ts';
import { createRequestRate } from './limits/request-rate.ts';
import { referenceRoutes } from './reference/routes.ts';
import { countRefusals } from './signals/count-refusals.ts';
import { statusRoutes } from './status/routes.ts';
import { uploadRoutes } from './upload/routes.ts';
import { createPackedPages } from './web/packed-pages.ts';
import { readPages } from './web/pages.ts';
import { serveWebApp, webNotFound } from './web/web-app.ts';
import { preparePerJobWebhook } from './webhooks/per-job-webhook.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** The gateway's HTTP application: its table of contents. */
export async function buildApp(deps: GatewayDeps): Promise<Http> {
  const { config, logger } = deps;
  const { origin } = new URL(config.publicUrl);
  const pageFacts = config.webRoot && {
    pages: await readPages(config.webRoot, origin),
    packed: createPackedPages(),
    origin,
    ads: config.ads,
    payments: config.payments,
  };
  const http = await createHttp({
    logger,
    trustedProxies: config.http.trustedProxies,
    requestTimeoutMs: config.uploads.requestTimeoutMs,
    contentSources: contentSources(config),
    ...(pageFacts && { notFound: webNotFound(pageFacts) }),
  });
  await http.register(observeRequests, { registry: deps.metrics });
  await http.register(countRefusals, { counters: deps.counters });
  healthRoutes(http, deps.checks);
  const begin = createTurnBudget(config.http.requestsPerTurn);
  http.addHook('onRequest', begin);
  // Before the parser of forms, which these leave unread.
  await http.register(stripeWebhook, deps);
  if (config.stripeStandInUrl) await http.register(stripeStandInProxy, { upstream: config.stripeStandInUrl });
  // Sizes are counted while the file is stored; the parser's own limit would only cut it off.
  await http.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: Number.POSITIVE_INFINITY },
  });
  await http.register(identifyClient, deps);

  authRoutes(http, deps);
  billingRoutes(http, deps, signUpOrLogIn(deps));
  affiliateRoutes(http, deps, (member, password) => confirmPassword(deps, member, password));
  const intake = {
    backlog: createBacklog(deps),
    guards: {
      room: createUploadRoom(config.uploads),
      budget: createTurnBudget(config.uploads.piecesPerTurn),
      exhausted: createExhausted(config),
    },
  };
  uploadRoutes(http, deps, intake);
  keyRoutes(http, deps);
  webhookRoutes(http, deps);
  const rate = createRequestRate(deps);
  await compatibleRoutes(http, deps, { ...intake, rate });
  await apiRoutes(http, deps, {
    ...intake,
    rate,
    preparePerJobWebhook: (accountId, url) => preparePerJobWebhook(deps, accountId, url),
  });
  await referenceRoutes(http, deps);
  statusRoutes(http, deps);
  historyRoutes(http, deps);
  downloadRoutes(http, deps);
  linkRoute(http, deps);
  if (config.webRoot && pageFacts) await serveWebApp(http, config.webRoot, pageFacts);
  return http;
}

/**
 * What pages may load besides their own files: WebAssembly to show HEIC files, the operator's advertising, and what
 * Stripe's form is made of (docs.stripe.com/security/guide). That on every page, since the app moves to the checkout
 * without loading a page anew, and a policy lasts as long as its page.
 */
function contentSources({ ads: { frameUrl, pixelUrl }, payments }: GatewayConfig): ContentSources {
  const originOf = (url: string | undefined) => (url ? [new URL(url).origin] : []);
  // The stand-in is of the same origin.
  const isStripe = payments !== null && !payments.publishableKey.startsWith(standInKeyPrefix);
  const ofStripe = (...sources: string[]) => (isStripe ? sources : []);
  const stripeScripts = ofStripe('https://js.stripe.com', 'https://*.js.stripe.com');
  return {
    script: ["'wasm-unsafe-eval'", ...stripeScripts],
    frame: [...originOf(frameUrl), ...stripeScripts, ...ofStripe('https://hooks.stripe.com')],
    img: originOf(pixelUrl),
    connect: ofStripe('https://api.stripe.com'),
  };
}
