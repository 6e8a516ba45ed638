import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderShiftReport } from './drawer-papers.ts';
import { countDrawer, openShift } from './shift.fixture.ts';
import {
  ANA,
  buildCounts,
  createTestDrawer,
  expectOk,
  LUIS,
  type TestDrawer,
} from './testing/drawer.ts';
import { TEST_CASH_SETTINGS } from './testing/index.ts';

let drawer: TestDrawer;
beforeEach(() => {
  drawer = createTestDrawer();
});
afterEach(() => drawer.close());

/** Closes a shift whose last count is this one, and returns the pairs on its Z report. */
function printZ(count: {
  readonly pieces: Readonly<Record<string, number>>;
  readonly other: string;
}) {
  const shiftId = openShift(drawer);
  countDrawer(drawer, shiftId, '500.00');
  const counts = buildCounts(count.pieces, count.other);
  const { countId } = expectOk(drawer.cash.count({ shiftId, counts }, ANA, LUIS));
  const { printableReport } = expectOk(
    drawer.cash.close({ shiftId, countId, explanation: null }, ANA),
  );
  const { lines } = renderShiftReport(printableReport.report, TEST_CASH_SETTINGS);
  return lines.flatMap((line) => (line.kind === 'pair' ? [`${line.label}: ${line.value}`] : []));
}

describe('the Z report', () => {
  it('names the supervisor of a second count', () => {
    const lines = printZ({ pieces: {}, other: '500.00' });
    expect(lines.filter((line) => line.startsWith('Autorizó'))).toEqual(['Autorizó: Luis']);
    expect(lines.join('\n')).toMatch(/Contó: Ana\n.*\nAutorizó: Luis\nConteo anterior/);
  });

  it('names the money that was not counted by pieces, beside the pieces', () => {
    expect(printZ({ pieces: { '100': 4 }, other: '100.00' })).toContainEqual(
      expect.stringMatching(/^Otro dinero: \$\s?100\.00/),
    );
  });

  it('prints a count as one sum only once', () => {
    expect(printZ({ pieces: {}, other: '500.00' }).join('\n')).not.toContain('Otro');
  });
});
