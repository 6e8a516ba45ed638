import { ANA, counts, expectOk, type TestDrawer } from './testing/drawer.ts';

export function openShift(
  drawer: TestDrawer,
  by = ANA,
  pieces: Readonly<Record<string, number>> = { '100': 5 },
): string {
  const { shift } = expectOk(drawer.cash.open({ counts: counts(pieces) }, by));
  if (shift === null) throw new Error('no shift');
  return shift.id;
}

export function countAll(drawer: TestDrawer, shiftId: string, other: string, by = ANA): string {
  return expectOk(drawer.cash.count({ shiftId, counts: counts({}, other) }, by, null)).countId;
}

export function closeWith(
  drawer: TestDrawer,
  shiftId: string,
  other: string,
  explanation: string | null = null,
  by = ANA,
) {
  return drawer.cash.close(
    { shiftId, countId: countAll(drawer, shiftId, other, by), explanation },
    by,
  );
}
