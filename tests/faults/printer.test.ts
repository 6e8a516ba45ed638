import { describe, expect, it } from 'vitest';
import { createNamedRandom, getSampleSize } from '../support/sampling.ts';
import { FAULTS } from '../support/virtual-printer/index.ts';
import { openPrinterCase } from './support/printer-case.ts';

/**
 * A printer that goes wrong at a byte of a short job, in each way: the job ends as it must, the next
 * one has its turn, nothing is printed by itself, and each payment has one original in the tray.
 * A share of the bytes is tried here, another one in each run, the first and the last always;
 * `--all` tries each.
 */

const STRIDE = getSampleSize('bytes');

/** The first and the last few bytes, and every so many between them. */
function boundaries(length: number, shift: number): number[] {
  const all = Array.from({ length: length + 1 }, (_, byte) => byte);
  return all.filter(
    (byte) => byte < 2 || byte === 4 || byte >= length - 1 || byte % STRIDE === shift % STRIDE,
  );
}

describe.each(['epson', 'star'] as const)('%s, at every byte of a short job', (make) => {
  it.each(FAULTS)('%s', { timeout: 3_600_000 }, async (how) => {
    const printing = await openPrinterCase(make);
    try {
      expect(printing.length).toBeGreaterThan(300);
      const shift = createNamedRandom(`bytes/${make}/${how}`).between(0, STRIDE - 1);
      for (const after of boundaries(printing.length, shift)) {
        await printing.play(how, after);
      }
    } finally {
      await printing.end();
    }
  });
});
