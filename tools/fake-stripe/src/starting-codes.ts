import { day } from './clock.ts';
import { addPromotionCode } from './operations/discounts.ts';
import type { World } from './world.ts';

/** Adds promotion codes for manual tests. */
export function addStartingCodes(world: World): void {
  addPromotionCode(world, { code: 'LAUNCH50', percentOff: 50, duration: 'once' });
  addPromotionCode(world, { code: 'FRIEND100', percentOff: 100, duration: 'once' });
  addPromotionCode(world, { code: 'THREE20', percentOff: 20, duration: 'repeating', durationMonths: 3 });
  const expiresAt = world.clock.now() - day;
  addPromotionCode(world, { code: 'EXPIRED10', percentOff: 10, duration: 'once', expiresAt });
  // Discard the events for these promotion codes, because the codes are part of the initial state.
  world.state.events.clear();
}
