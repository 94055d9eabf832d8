/** Statuses of subscriptions that Stripe charges now or may charge later. */
export const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];
