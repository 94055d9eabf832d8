import { z } from 'zod';
import { created, flag, noParams, paged, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { isWithin, pageOf } from '../lists.ts';
import { invalid, missing } from '../stripe-error.ts';

const listParams = z.strictObject({
  ...paged,
  ...created,
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: flag.optional(),
});

export const eventRoutes = [
  route('GET', '/v1/events', listParams, (world, params) => {
    if (params.type !== undefined && params.types !== undefined) {
      throw invalid('You may only specify one of these parameters: type, types.', {
        code: 'parameters_exclusive',
      });
    }
    const wanted = params.types ?? (params.type === undefined ? undefined : [params.type]);
    const found = [...world.state.events.values()].filter(
      (event) =>
        isWithin(event.created, params.created) &&
        (wanted === undefined || wanted.some((pattern) => matches(event.type, pattern))) &&
        (params.delivery_success === undefined || params.delivery_success === (event.pending_webhooks === 0)),
    );
    return pageOf('/v1/events', found, params);
  }),
  route('GET', '/v1/events/:id', noParams, (world, _params, id) => {
    const event = world.state.events.get(id);
    if (!event) throw missing('event', id);
    return event;
  }),
];

/** Returns whether an event type matches a pattern. The pattern `charge.*` matches all charge events. */
function matches(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
