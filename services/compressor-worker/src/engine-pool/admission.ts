/** Semaphore for the memory that all images being processed share. */
export interface Admission {
  /**
   * Resolves with a release function once `megabytes` are free. Requests that exceed the total are limited to the
   * total.
   */
  enter(megabytes: number): Promise<() => void>;
  /** Number of megabytes that are currently reserved. */
  readonly heldMegabytes: number;
}

type Waiting = { megabytes: number; start: () => void };

/** Creates a semaphore that admits requests in order of arrival, so that small images cannot starve a large one. */
export function createAdmission(totalMegabytes: number): Admission {
  let freeMegabytes = totalMegabytes;
  const waiting: Waiting[] = [];
  const startThoseThatFit = () => {
    for (let next = waiting[0]; next && next.megabytes <= freeMegabytes; next = waiting[0]) {
      waiting.shift();
      freeMegabytes -= next.megabytes;
      next.start();
    }
  };
  return {
    get heldMegabytes() {
      return totalMegabytes - freeMegabytes;
    },
    enter: (wanted) =>
      new Promise((resolve) => {
        const megabytes = Math.min(wanted, totalMegabytes);
        const leave = () => {
          freeMegabytes += megabytes;
          startThoseThatFit();
        };
        waiting.push({ megabytes, start: () => resolve(leave) });
        startThoseThatFit();
      }),
  };
}
