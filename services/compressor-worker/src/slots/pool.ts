import { createAdmission } from './admission.ts';
import { createSlot, type Slot, type SlotLimits } from './slot.ts';

/** As many slots as pictures may be in work; a job borrows one. */
export interface SlotPool {
  use<T>(work: (slot: Slot) => Promise<T>): Promise<T>;
  /** Starts all children. */
  warm(): Promise<void>;
  close(): void;
  readonly slots: readonly Slot[];
  /** Slots that work, and the memory that their pictures were let in with. */
  usage(): { busySlots: number; heldMegabytes: number };
}

/** `sharedMegabytes` is what all pictures in work may need together. */
export type PoolLimits = Omit<SlotLimits, 'admission'> & { sharedMegabytes: number };

/** The queue hands out no more jobs than there are slots, so one is always free. */
export function createSlotPool(count: number, limits: PoolLimits): SlotPool {
  const admission = createAdmission(limits.sharedMegabytes);
  const slots = Array.from({ length: count }, () => createSlot({ ...limits, admission }));
  const free = [...slots];
  return {
    slots,
    usage: () => ({ busySlots: count - free.length, heldMegabytes: admission.heldMegabytes }),
    use: async (work) => {
      const slot = free.pop();
      if (!slot) throw new Error('more jobs than slots');
      try {
        return await work(slot);
      } finally {
        free.push(slot);
      }
    },
    warm: async () => void (await Promise.all(slots.map((slot) => slot.warm()))),
    close: () => {
      for (const slot of slots) slot.close();
    },
  };
}
