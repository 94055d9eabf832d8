/** A semaphore over the memory that all images being processed share. */
export interface Admission {
  /** Resolves with a release function once `megabytes` are free. Requests above the total are capped to the total. */
  enter(megabytes: number): Promise<() => void>;
  /** Memory that is currently reserved. */
  readonly heldMegabytes: number;
}

type Waiting = { megabytes: number; start: () => void };

/** Creates a first-in, first-out admission, so that small images cannot starve a large one. */
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
