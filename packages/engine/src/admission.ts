/** Semaphore that limits the total memory of all images being processed. */
export interface Admission {
  /**
   * Reserves `megabytes` and resolves with a release function as soon as they are available. Requests that exceed the
   * total are reduced to the total.
   */
  enter(megabytes: number): Promise<() => void>;
  /** Number of megabytes currently reserved. */
  readonly heldMegabytes: number;
}

type Waiting = { megabytes: number; start: () => void };

/** Creates a semaphore that serves requests in order of arrival, so that small images cannot starve a large one. */
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
