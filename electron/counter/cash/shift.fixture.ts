import { ANA, counts, expectOk, type TestDrawer } from './testing/drawer.ts';

export function openShift(
  drawer: TestDrawer,
  cashier = ANA,
  pieces: Readonly<Record<string, number>> = { '100': 5 },
): string {
  const { shift } = expectOk(drawer.cash.open({ counts: counts(pieces) }, cashier));
  if (shift === null) throw new Error('no shift');
  return shift.id;
}

export function countAll(
  drawer: TestDrawer,
  shiftId: string,
  other: string,
  cashier = ANA,
): string {
  return expectOk(drawer.cash.count({ shiftId, counts: counts({}, other) }, cashier, null)).countId;
}

export function closeWith(
  drawer: TestDrawer,
  shiftId: string,
  other: string,
  explanation: string | null = null,
  cashier = ANA,
) {
  return drawer.cash.close(
    { shiftId, countId: countAll(drawer, shiftId, other, cashier), explanation },
    cashier,
  );
}
