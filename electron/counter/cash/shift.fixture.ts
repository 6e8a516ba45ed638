import { ANA, buildCounts, expectOk, type TestDrawer } from './testing/drawer.ts';

export function openShift(
  drawer: TestDrawer,
  cashier = ANA,
  pieces: Readonly<Record<string, number>> = { '100': 5 },
): string {
  const { shift } = expectOk(drawer.cash.open({ counts: buildCounts(pieces) }, cashier));
  if (shift === null) throw new Error('no shift');
  return shift.id;
}

export function countDrawer(
  drawer: TestDrawer,
  shiftId: string,
  other: string,
  cashier = ANA,
): string {
  return expectOk(drawer.cash.count({ shiftId, counts: buildCounts({}, other) }, cashier, null))
    .countId;
}

export function closeShift(
  drawer: TestDrawer,
  shiftId: string,
  other: string,
  explanation: string | null = null,
  cashier = ANA,
) {
  return drawer.cash.close(
    { shiftId, countId: countDrawer(drawer, shiftId, other, cashier), explanation },
    cashier,
  );
}
