import { describe, expect, it } from 'vitest';
import { createStarStatusDialect } from './star-status-dialect.ts';

/** As Star documents it: two bytes of heading, then the status; the count in the eighth. */
function statusWith(count: number): Uint8Array {
  const spread = ((count & 0b11000) << 2) | ((count & 0b111) << 1);
  return Uint8Array.of(0x23, 0x06, 0, 0, 0, 0, 0, spread, 0);
}

/** Without a counter: seven bytes, and a bit for the ETB in the third. */
function shortStatus(isSet: boolean): Uint8Array {
  return Uint8Array.of(0x0f, 0x06, isSet ? 0x02 : 0, 0, 0, 0, 0);
}

const isProcessed = (events: readonly { readonly kind: string }[]): boolean =>
  events.some((event) => event.kind === 'processed');

const CLEAR = [0x1b, 0x1e, 0x45, 0];
const ON = [0x1b, 0x1e, 0x61, 1];

/** A job on a printer that stands at `before`: how many ETBs it ends with. */
function job(before: number) {
  const star = createStarStatusDialect();
  expect(isProcessed(star.parse(statusWith(before)))).toBe(false);
  const { prelude, confirm } = star.createJobFrame();
  expect([...prelude]).toEqual([...ON, ...CLEAR]);
  expect([...confirm].every((byte) => byte === 0x17)).toBe(true);
  return {
    ends: confirm.length,
    hears: (count: number) => isProcessed(star.parse(statusWith(count))),
  };
}

/** Counts from 1 to the end of a job; tells at which of them it was known to be printed. */
function counted(hears: (count: number) => boolean, ends: number): number[] {
  return Array.from({ length: ends }, (_, index) => index + 1).filter(hears);
}

describe('a Star printer with a counter of jobs', () => {
  it.each(Array.from({ length: 32 }, (_, count) => count))(
    'reports the job as printed once at its last ETB when the counter started at %i',
    (before) => {
      const { ends, hears } = job(before);
      expect(counted(hears, ends)).toEqual([ends]);
    },
  );

  it('is not believed when it finishes what it held of the jobs before', () => {
    const printed = job(2);
    expect(counted(printed.hears, printed.ends)).toEqual([printed.ends]);
    // The paper ran out in two jobs: neither was answered, and both are printed before the third.
    const held = [job(printed.ends), job(printed.ends)];
    const { ends, hears } = job(printed.ends);
    for (const earlier of held) expect(counted(hears, earlier.ends)).toEqual([]);
    expect(counted(hears, ends)).toEqual([ends]);
    // From then on nothing is held any more.
    expect(job(ends).ends).toBe(2);
  });
});

describe('a Star printer without a counter', () => {
  it('has printed the job when the bit is set that was not', () => {
    const star = createStarStatusDialect();
    expect(isProcessed(star.parse(shortStatus(false)))).toBe(false);
    const { prelude, confirm } = star.createJobFrame();
    expect([...prelude]).toEqual(ON);
    expect([...confirm]).toEqual([0x17]);
    expect(isProcessed(star.parse(shortStatus(true)))).toBe(true);
  });

  it('whose bit was set all along says nothing by it', () => {
    const star = createStarStatusDialect();
    star.parse(shortStatus(true));
    expect(isProcessed(star.parse(shortStatus(true)))).toBe(false);
    star.parse(shortStatus(false));
    expect(isProcessed(star.parse(shortStatus(true)))).toBe(true);
  });
});
