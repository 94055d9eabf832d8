import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { idOf } from '../find.ts';
import { cancelAtPeriodEnd, endSubscription, isOver } from '../operations/ending.ts';
import { changeCard } from '../operations/methods.ts';
import { runDue } from '../renewals.ts';
import type { PortalLink } from '../state.ts';
import { StripeError } from '../stripe-error.ts';
import { change, type World } from '../world.ts';
import { html } from './html.ts';
import type { PageOptions } from './page-options.ts';
import { portalView } from './portal-view.ts';
import { sendPage } from './reply.ts';

const form = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['cancel', 'resume']), subscription: z.string() }),
  z.object({
    action: z.literal('card'),
    number: z.string().max(40),
    expiry: z.string().regex(/^\s*\d{1,2}\s*\/\s*(\d{2}|\d{4})\s*$/),
    cvc: z.string().max(10),
  }),
  z.object({ action: z.literal('clock') }),
]);
type Form = z.output<typeof form>;

const params = z.object({ token: z.string() });
const query = z.object({ notice: z.string().optional() });

/** Registers the customer portal, in which customers cancel or resume their subscription and change their card. */
export function addPortal(http: FastifyInstance, world: World, options: PageOptions): void {
  http.get('/fake-stripe/portal/:token', (request, reply) => {
    runDue(world, world.clock.now());
    const { token } = params.parse(request.params);
    const link = openLink(world, token);
    if (!link) return sendExpired(reply);
    const { notice } = query.catch({}).parse(request.query);
    return sendPage(reply, 'Your subscription', portalView(world, link, notice));
  });
  http.post('/fake-stripe/portal/:token', (request, reply) => {
    runDue(world, world.clock.now());
    const { token } = params.parse(request.params);
    const link = openLink(world, token);
    if (!link) return sendExpired(reply);
    const given = form.safeParse(request.body);
    const notice = given.success ? act(world, options, link, given.data) : 'invalid';
    options.save();
    return reply.redirect(`/fake-stripe/portal/${token}?notice=${notice}`, 303);
  });
}

function openLink(world: World, token: string): PortalLink | undefined {
  const link = world.state.portalLinks.get(token);
  const customer = world.state.customers.get(link?.customerId ?? '');
  return link && link.expiresAtMs > Date.now() && customer && !customer.deleted ? link : undefined;
}

/** Executes the action of a submitted form. Returns the name of the message to show. */
function act(world: World, options: PageOptions, link: PortalLink, given: Form): string {
  try {
    if (given.action === 'clock') options.advance({ months: 1 });
    else if (given.action === 'card') enterNewCard(world, link, given);
    else return cancelOrResume(world, link, given.subscription, given.action === 'cancel');
    return given.action;
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return error.body.decline_code ?? error.body.code ?? 'invalid';
  }
}

function enterNewCard(world: World, link: PortalLink, given: Extract<Form, { action: 'card' }>): void {
  if (!featuresOf(world, link)?.payment_method_update.enabled) return;
  const [month, year] = given.expiry.split('/').map(Number);
  changeCard(world, link.customerId, {
    number: given.number,
    expMonth: month ?? 0,
    expYear: year ?? 0,
    cvc: given.cvc,
  });
}

function cancelOrResume(world: World, link: PortalLink, id: string, isCanceled: boolean): string {
  const subscription = world.state.subscriptions.get(id);
  const cancelling = featuresOf(world, link)?.subscription_cancel;
  const isOwn = subscription && idOf(subscription.customer) === link.customerId;
  if (!isOwn || isOver(subscription) || !cancelling?.enabled) return 'invalid';
  if (isCanceled && cancelling.mode === 'immediately') {
    endSubscription(world, subscription, 'cancellation_requested');
  } else {
    change(world, 'customer.subscription.updated', subscription, () =>
      cancelAtPeriodEnd(world, subscription, isCanceled),
    );
  }
  return isCanceled ? 'cancel' : 'resume';
}

const featuresOf = (world: World, link: PortalLink) =>
  world.state.portalConfigurations.get(link.configurationId)?.features;

function sendExpired(reply: FastifyReply): FastifyReply {
  const content = html`<p>This link has expired. Open the portal again from your account.</p>`;
  return sendPage(reply, 'Link expired', content, 404);
}
