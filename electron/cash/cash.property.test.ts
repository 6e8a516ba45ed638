import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShiftReport } from '../../shared/contract/index.ts';
import {
  ANA,
  BETO,
  counts,
  LUIS,
  type TestDrawer,
  type TestKind,
  testDrawer,
} from './testing/drawer.ts';

/** Money as whole cents: the sums here are made without the code that they check. */
const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

const CASHIERS = [ANA, BETO] as const;

type Step =
  | { readonly kind: 'open' | 'close' | 'hand-over'; readonly who: number; readonly cents: number }
  | {
      readonly kind: 'begin';
      readonly who: number;
      readonly what: TestKind;
      readonly cents: number;
    }
  | { readonly kind: 'settle'; readonly which: number; readonly isPaid: boolean }
  | { readonly kind: 'give'; readonly which: number; readonly who: number }
  | { readonly kind: 'pay-in' | 'pay-out'; readonly who: number; readonly cents: number }
  | { readonly kind: 'drawer'; readonly who: number }
  | { readonly kind: 'clock'; readonly hours: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'drawers'; readonly isEach: boolean };

const who = fc.nat(1);
const which = fc.nat(20);
const sum = fc.integer({ min: 1, max: 999_999 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), who, cents: sum }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const), who, cents: sum }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hand-over' as const), who, cents: sum }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('begin' as const),
      who,
      what: fc.constantFrom<TestKind>('bill', 'top-up', 'gift-card', 'cash-out', 'cancel'),
      cents: sum,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), which, isPaid: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('give' as const), which, who }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('pay-in', 'pay-out'), who, cents: sum }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drawer' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      hours: fc.integer({ min: -400, max: 400 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('drawers' as const), isEach: fc.boolean() }),
  },
);

const decimal = (value: number): string =>
  `${Math.floor(value / 100)}.${`0${value % 100}`.slice(-2)}`;

async function take(drawer: TestDrawer, payments: string[], one: Step): Promise<void> {
  const { cash } = drawer;
  switch (one.kind) {
    case 'open':
      cash.open({ counts: counts({}, decimal(one.cents)) }, cashierOf(one.who));
      return;
    case 'begin':
      payments.push(
        drawer.intent({
          kind: one.what,
          amount: decimal(one.cents),
          by: cashierOf(one.who),
        }),
      );
      return;
    case 'settle': {
      const id = payments[one.which % Math.max(1, payments.length)];
      if (id !== undefined) drawer.settle(id, one.isPaid);
      return;
    }
    case 'give': {
      const [row] = drawer.rows(
        `SELECT i.id FROM intents i JOIN outcomes o ON o.intent_id = i.id
         LEFT JOIN hand_overs h ON h.intent_id = i.id
         WHERE i.kind IN ('cash-out', 'cancel') AND o.state = 'paid' AND h.handed_at IS NULL
         ORDER BY i.rowid LIMIT 1`,
      );
      if (row) drawer.handOver(String(row.id), cashierOf(one.who));
      return;
    }
    case 'pay-in':
    case 'pay-out': {
      const moved = {
        amount: { amount: decimal(one.cents), currency: 'MXN' },
        reason: 'porque sí',
      };
      if (one.kind === 'pay-in') cash.payIn(moved, cashierOf(one.who));
      else cash.payOut(moved, cashierOf(one.who), LUIS);
      return;
    }
    case 'drawer':
      cash.openDrawer({ reason: 'cambio' }, cashierOf(one.who), LUIS);
      return;
    case 'clock':
      drawer.clock.jump(one.hours * 3_600_000);
      return;
    case 'restart':
      drawer.restart();
      return;
    case 'drawers':
      drawer.settings.drawers = one.isEach ? 'each' : 'shared';
      return;
    case 'close':
    case 'hand-over': {
      const cashier = cashierOf(one.who);
      const state = cash.state(cashier);
      const shift = state.ok ? state.value.shift : null;
      if (shift === null) return;
      const count = { shiftId: shift.id, counts: counts({}, decimal(one.cents)) };
      const counted = cash.count(count, cashier, null);
      if (!counted.ok) return;
      const input = {
        shiftId: shift.id,
        countId: counted.value.countId,
        explanation: 'se contó mal',
      };
      if (one.kind === 'close') {
        cash.close(input, cashier);
        return;
      }
      const receiver = { cashierId: cashierOf(one.who + 1).id, pin: '1111' };
      await cash.handOver({ ...input, receiver }, cashier);
    }
  }
}

function cashierOf(number: number): (typeof CASHIERS)[number] {
  return CASHIERS[number % 2] ?? ANA;
}

/** Every report that there is: the Z reports, and an X report of each shift that is open. */
function allReports(drawer: TestDrawer): ShiftReport[] {
  const zs = drawer
    .rows('SELECT report FROM z_reports ORDER BY number')
    .map(({ report }): ShiftReport => JSON.parse(String(report)));
  const open = drawer.rows('SELECT id FROM shifts WHERE closed_at IS NULL').map(({ id }) => {
    const shown = drawer.cash.xReport({ shiftId: String(id) }, LUIS, null);
    if (!shown.ok) throw new Error(JSON.stringify(shown.problem));
    return shown.value.report;
  });
  return [...zs, ...open];
}

const total = (parts: readonly string[]): bigint =>
  parts.reduce((before, part) => before + cents(part), 0n);

describe('shifts in any order of events, over midnights and clock changes', () => {
  it('add up to their movements, and all of them to the ledger', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), addUp), {
      numRuns: 60,
    });
  });
});

async function addUp(steps: readonly Step[]): Promise<void> {
  const drawer = testDrawer();
  try {
    const payments: string[] = [];
    for (const one of steps) await take(drawer, payments, one);
    const reports = allReports(drawer);

    // Each report is the sum of its own shift's movements.
    for (const report of reports) {
      const amounts = drawer.rows(
        `SELECT m.amount FROM cash_movements m JOIN shifts s ON s.id = m.shift_id
         WHERE s.number = ${report.shiftNumber}`,
      );
      const [money] = report.money;
      expect(cents(money?.expected ?? '')).toBe(total(amounts.map((row) => String(row.amount))));
      if (!money) continue;
      const { payments: paid, payIns, payOuts, cashOuts, cancels, float } = money;
      const came = [float, ...Object.values(paid).map(({ amount }) => amount), payIns.amount];
      const went = [payOuts.amount, cashOuts.amount, cancels.amount];
      expect(total(came) - total(went)).toBe(cents(money.expected));
    }

    // Nothing of the ledger is lost, and nothing counts twice.
    const paid = drawer.rows(
      `SELECT i.due FROM intents i JOIN outcomes o ON o.intent_id = i.id
       WHERE o.state = 'paid' AND i.kind IN ('bill', 'top-up', 'gift-card')`,
    );
    const given = drawer.rows(
      `SELECT i.due FROM intents i JOIN hand_overs h ON h.intent_id = i.id`,
    );
    const waiting = drawer.rows(
      `SELECT amount FROM cash_movements WHERE shift_id IS NULL AND intent_id IS NOT NULL`,
    );
    const inReports = reports.flatMap(({ money }) => money);
    const reported =
      total(inReports.flatMap((one) => Object.values(one.payments).map(({ amount }) => amount))) -
      total(inReports.flatMap((one) => [one.cashOuts.amount, one.cancels.amount]));
    expect(reported + total(waiting.map((row) => String(row.amount)))).toBe(
      total(paid.map((row) => String(row.due))) - total(given.map((row) => String(row.due))),
    );

    // Z reports are numbered without a gap, and each closed shift has its own.
    const numbers = drawer.rows('SELECT number FROM z_reports ORDER BY number');
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
    expect(drawer.rows('SELECT id FROM shifts WHERE closed_at IS NOT NULL')).toHaveLength(
      numbers.length,
    );
  } finally {
    drawer.close();
  }
}
