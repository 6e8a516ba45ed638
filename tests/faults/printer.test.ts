import { describe, expect, it } from 'vitest';
import { createNamedRandom, getSampleSize } from '../support/sampling.ts';
import { FAULTS } from '../support/virtual-printer/index.ts';
import { openPrinterCase } from './support/printer-case.ts';

/**
 * A printer fails at one byte of a short job, in each way: the job ends as expected, the next one
 * is printed, nothing is printed by itself, and each payment has one original. Each run tests a
 * sample of the bytes, always with the first and the last; `--all` tests every byte.
 */

const STRIDE = getSampleSize('bytes');

/** Returns the first and the last few bytes, and the sample between them. */
function listFaultOffsets(length: number, sampleOffset: number): number[] {
  const offsets = Array.from({ length: length + 1 }, (_, byte) => byte);
  return offsets.filter(
    (byte) =>
      byte < 2 || byte === 4 || byte >= length - 1 || byte % STRIDE === sampleOffset % STRIDE,
  );
}

describe.each(['epson', 'star'] as const)('%s, at every byte of a short job', (make) => {
  it.each(FAULTS)(
    'ends both jobs with one original each after the printer fault %s',
    { timeout: 3_600_000 },
    async (fault) => {
      const printing = await openPrinterCase(make);
      try {
        expect(printing.length).toBeGreaterThan(300);
        const sampleOffset = createNamedRandom(`bytes/${make}/${fault}`).between(0, STRIDE - 1);
        for (const offset of listFaultOffsets(printing.length, sampleOffset)) {
          await printing.run(fault, offset);
        }
      } finally {
        await printing.close();
      }
    },
  );
});
