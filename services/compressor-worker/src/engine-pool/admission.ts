/** Memory that images in work share; whoever finds too little left waits for its turn. */
export interface Admission {
  /** Resolves when so much is free, with what gives it back. More than there is counts as all of it. */
  enter(megabytes: number): Promise<() => void>;
  /** What those who entered hold. */
  readonly heldMegabytes: number;
}

type Waiting = { megabytes: number; start: () => void };

/** First come, first served: a large image is not starved by small ones. */
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
