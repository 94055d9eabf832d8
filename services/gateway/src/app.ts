import multipart from '@fastify/multipart';
import { fakeStripeKeyPrefix } from '@gossamer/contracts/billing';
import { type ContentSources, createHttp, type Http } from '@gossamer/service-kit/http/create-http';
import { healthRoutes } from '@gossamer/service-kit/http/health-routes';
import { observeRequests } from '@gossamer/service-kit/http/observe-requests';
import { keyRoutes } from './accounts/api-key-routes.ts';
import { confirmPassword } from './accounts/confirm-password.ts';
import { authRoutes } from './accounts/routes.ts';
import { signUpOrLogIn } from './accounts/sign-up-or-log-in.ts';
import { affiliateRoutes } from './affiliate/routes.ts';
import { documentationRoutes } from './api/docs/routes.ts';
import { documentationPaths, readSite } from './api/docs/site/read-site.ts';
import { collectPaths } from './api/document/operation.ts';
import { compatibleRoutes } from './api/tinify/routes.ts';
import { apiRoutes } from './api/v1/routes.ts';
import { fakeStripeProxy } from './billing/fake-stripe-proxy.ts';
import { billingRoutes } from './billing/routes.ts';
import { stripeWebhook } from './billing/stripe-webhook.ts';
import { historyRoutes } from './compressions/history/routes.ts';
import { createQueueState } from './compressions/queue/queue-state.ts';
import { linkRoute } from './compressions/results/link-route.ts';
import { downloadRoutes } from './compressions/results/routes.ts';
import { statusRoutes } from './compressions/status-routes.ts';
import { createMemoryLimiter } from './compressions/upload/memory-limiter.ts';
import { uploadRoutes } from './compressions/upload/routes.ts';
import type { GatewayConfig } from './config.ts';
import type { GatewayDeps } from './deps.ts';
import { identifyClient } from './http/identity/identify-client.ts';
import { createTurnBudget } from './http/turn-budget.ts';
import { createQuotaDenialCache } from './limits/quota-denial-cache.ts';
import { createRequestRate } from './limits/request-rate.ts';
import { countRefusals } from './ops/metrics/count-refusals.ts';
import { createPackedPages } from './web/packed-pages.ts';
import { readPages } from './web/pages.ts';
import { plainRoutes } from './web/plain/routes.ts';
import { serveWebApp, webNotFound } from './web/web-app.ts';
import { preparePerJobWebhook } from './webhooks/per-job-webhook.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Creates the HTTP application of the gateway by registering all its routes. */
export async function buildApp(deps: GatewayDeps): Promise<Http> {
  const { config, logger } = deps;
  const { origin } = new URL(config.publicUrl);
  const site = config.docsRoot ? await readSite(config.docsRoot, origin) : undefined;
  const pageFacts = config.webRoot && {
    pages: await readPages(config.webRoot, origin),
    packed: createPackedPages(),
    origin,
    ads: config.ads,
    claims: config.claims,
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
  // Register the form parser after the routes that Stripe calls, so that these routes receive the raw body.
  await http.register(stripeWebhook, deps);
  if (config.fakeStripeUrl) await http.register(fakeStripeProxy, { upstream: config.fakeStripeUrl });
  // Disable the parser's file size limit, which would truncate files. The size is checked while the file is stored.
  await http.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: Number.POSITIVE_INFINITY },
  });
  await http.register(identifyClient, deps);

  authRoutes(http, deps);
  billingRoutes(http, deps, signUpOrLogIn(deps));
  affiliateRoutes(http, deps, (member, password) => confirmPassword(deps, member, password));
  deps.notices.subscribe();
  const uploads = {
    queueState: createQueueState(deps),
    guards: {
      memory: createMemoryLimiter(config.uploads),
      budget: createTurnBudget(config.uploads.piecesPerTurn),
      quotaDenials: createQuotaDenialCache(config),
    },
  };
  uploadRoutes(http, deps, uploads);
  keyRoutes(http, deps);
  webhookRoutes(http, deps);
  const rate = createRequestRate(deps);
  await compatibleRoutes(http, deps, { ...uploads, rate });
  const paths = collectPaths(http, '/api/v1');
  await apiRoutes(http, deps, {
    ...uploads,
    rate,
    preparePerJobWebhook: (accountId, url) => preparePerJobWebhook(deps, accountId, url),
  });
  await documentationRoutes(http, deps, paths, site);
  statusRoutes(http, deps, uploads.queueState);
  historyRoutes(http, deps);
  downloadRoutes(http, deps);
  linkRoute(http, deps);
  if (config.webRoot && pageFacts) {
    await http.register(plainRoutes, { deps, uploads, webRoot: config.webRoot });
    await serveWebApp(http, config.webRoot, pageFacts, documentationPaths(site));
  }
  return http;
}

/**
 * Returns the content sources that pages may use in addition to their own files: WebAssembly for displaying HEIC files
 * and compressing images on the device, the operator's advertising, and Stripe's form
 * (docs.stripe.com/security/guide). All pages allow these sources: the app navigates to the checkout without loading a
 * new page, so the policy of the first page stays in effect.
 */
function contentSources({ ads: { frameUrl, pixelUrl }, payments }: GatewayConfig): ContentSources {
  const originOf = (url: string | undefined) => (url ? [new URL(url).origin] : []);
  // The fake Stripe server is reachable at the product's own origin, so the Content Security Policy needs no sources
  // for Stripe.
  const isStripe = payments !== null && !payments.publishableKey.startsWith(fakeStripeKeyPrefix);
  const ofStripe = (...sources: string[]) => (isStripe ? sources : []);
  const stripeScripts = ofStripe('https://js.stripe.com', 'https://*.js.stripe.com');
  return {
    script: ["'wasm-unsafe-eval'", ...stripeScripts],
    frame: [...originOf(frameUrl), ...stripeScripts, ...ofStripe('https://hooks.stripe.com')],
    img: originOf(pixelUrl),
    connect: ofStripe('https://api.stripe.com'),
  };
}
