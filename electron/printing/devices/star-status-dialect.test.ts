import { describe, expect, it } from 'vitest';
import { createStarStatusDialect } from './star-status-dialect.ts';

/** As Star documents it: a header of two bytes, then the status; the count is in the eighth byte. */
function createStatus(count: number): Uint8Array {
  const spread = ((count & 0b11000) << 2) | ((count & 0b111) << 1);
  return Uint8Array.of(0x23, 0x06, 0, 0, 0, 0, 0, spread, 0);
}

/** Without a counter: seven bytes, with a bit for the ETB in the third. */
function createShortStatus(isSet: boolean): Uint8Array {
  return Uint8Array.of(0x0f, 0x06, isSet ? 0x02 : 0, 0, 0, 0, 0);
}

const isProcessed = (events: readonly { readonly kind: string }[]): boolean =>
  events.some((event) => event.kind === 'processed');

const CLEAR = [0x1b, 0x1e, 0x45, 0];
const ON = [0x1b, 0x1e, 0x61, 1];

/** Starts a job on a printer whose counter is at `before`; `ends` is the number of ETBs at its end. */
function startJob(before: number) {
  const star = createStarStatusDialect();
  expect(isProcessed(star.parse(createStatus(before)))).toBe(false);
  const { prelude, confirm } = star.createJobFrame();
  expect([...prelude]).toEqual([...ON, ...CLEAR]);
  expect([...confirm].every((byte) => byte === 0x17)).toBe(true);
  return {
    endMarkCount: confirm.length,
    receive: (count: number) => isProcessed(star.parse(createStatus(count))),
  };
}

/** Counts from 1 to the end of a job; returns the counts at which the job was confirmed. */
function listConfirmingCounts(receive: (count: number) => boolean, endMarkCount: number): number[] {
  return Array.from({ length: endMarkCount }, (_, index) => index + 1).filter(receive);
}

describe('a Star printer with a counter of jobs', () => {
  it.each(Array.from({ length: 32 }, (_, count) => count))(
    'confirms a job only at its last ETB when the counter started at %i',
    (before) => {
      const { endMarkCount, receive } = startJob(before);
      expect(listConfirmingCounts(receive, endMarkCount)).toEqual([endMarkCount]);
    },
  );

  it('does not confirm a job while it finishes earlier jobs that it held', () => {
    const printed = startJob(2);
    expect(listConfirmingCounts(printed.receive, printed.endMarkCount)).toEqual([
      printed.endMarkCount,
    ]);
    // The paper ran out in two jobs: neither was confirmed, and both are printed before the third.
    const heldJobs = [startJob(printed.endMarkCount), startJob(printed.endMarkCount)];
    const { endMarkCount, receive } = startJob(printed.endMarkCount);
    for (const earlier of heldJobs)
      expect(listConfirmingCounts(receive, earlier.endMarkCount)).toEqual([]);
    expect(listConfirmingCounts(receive, endMarkCount)).toEqual([endMarkCount]);
    // From then on the printer holds no job.
    expect(startJob(endMarkCount).endMarkCount).toBe(2);
  });
});

describe('a Star printer without a counter', () => {
  it('confirms a job when its bit changes from unset to set', () => {
    const star = createStarStatusDialect();
    expect(isProcessed(star.parse(createShortStatus(false)))).toBe(false);
    const { prelude, confirm } = star.createJobFrame();
    expect([...prelude]).toEqual(ON);
    expect([...confirm]).toEqual([0x17]);
    expect(isProcessed(star.parse(createShortStatus(true)))).toBe(true);
  });

  it('does not confirm a job while its bit was never unset', () => {
    const star = createStarStatusDialect();
    star.parse(createShortStatus(true));
    expect(isProcessed(star.parse(createShortStatus(true)))).toBe(false);
    star.parse(createShortStatus(false));
    expect(isProcessed(star.parse(createShortStatus(true)))).toBe(true);
  });
});
