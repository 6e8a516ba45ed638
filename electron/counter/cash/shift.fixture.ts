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

/** Begins a basket of two items, of which only this payment was sent. */
export function insertBasket(drawer: TestDrawer, shiftId: string, paymentId: string): void {
  drawer.database.commit(() => {
    drawer.database
      .prepare(
        `INSERT INTO baskets (id, number, created_at, cashier_id, cashier_name, shift_id, items, due,
           cash, shop_currency) VALUES ('b', 1, 'now', 'ana', 'Ana', ?, '[{}, {}]', '300', '500', 'MXN')`,
      )
      .run(shiftId);
    drawer.database
      .prepare(`INSERT INTO basket_payments (intent_id, basket_id, number) VALUES (?, 'b', 1)`)
      .run(paymentId);
  });
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
