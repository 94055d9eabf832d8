import { describe, expect, it } from 'vitest';
import { createAdmission } from '../src/admission.ts';

/** Requests memory for a task, and adds its name to `entered` once it is admitted. */
function enter(admission: ReturnType<typeof createAdmission>, entered: number[], megabytes: number) {
  return admission.enter(megabytes).then((leave) => {
    entered.push(megabytes);
    return leave;
  });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('memory admission', () => {
  it('admits requests that fit into the free memory, and queued ones when memory is released', async () => {
    const admission = createAdmission(1_000);
    const entered: number[] = [];
    const first = enter(admission, entered, 600);
    const second = enter(admission, entered, 500);
    await settled();
    expect(entered).toEqual([600]);
    (await first)();
    (await second)();
    expect(entered).toEqual([600, 500]);
  });

  it('admits requests in order, so that small requests cannot starve a large one', async () => {
    const admission = createAdmission(1_000);
    const entered: number[] = [];
    const first = enter(admission, entered, 600);
    void enter(admission, entered, 900);
    void enter(admission, entered, 100);
    await settled();
    expect(entered).toEqual([600]);
    (await first)();
    await settled();
    expect(entered).toEqual([600, 900, 100]);
  });

  it('admits a request larger than the total memory once no other request holds memory', async () => {
    const admission = createAdmission(1_000);
    const entered: number[] = [];
    const huge = enter(admission, entered, 5_000);
    const small = enter(admission, entered, 10);
    (await huge)();
    await small;
    expect(entered).toEqual([5_000, 10]);
  });
});
