import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok, type ShiftReport } from '../../../shared/contract/index.ts';
import { testRefunds } from '../refunds/testing/index.ts';
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
const CURRENCIES = ['MXN', 'USD', 'RD'] as const;
type Currency = (typeof CURRENCIES)[number];

type Step =
  | { readonly kind: 'open'; readonly who: number; readonly cents: number }
  | {
      readonly kind: 'close' | 'hand-over';
      readonly who: number;
      readonly cents: number;
      /** The payments that become known between the count and the end. */
      readonly late: readonly number[];
    }
  | {
      readonly kind: 'begin';
      readonly who: number;
      readonly what: TestKind;
      readonly cents: number;
      readonly currency: Currency;
    }
  | { readonly kind: 'shop-currency'; readonly currency: Currency }
  | { readonly kind: 'settle'; readonly which: number; readonly isPaid: boolean }
  | { readonly kind: 'service-gives-back'; readonly which: number }
  | { readonly kind: 'settle-refund'; readonly which: number; readonly who: number }
  | { readonly kind: 'give'; readonly which: number; readonly who: number }
  | { readonly kind: 'pay-in' | 'pay-out'; readonly who: number; readonly cents: number }
  | { readonly kind: 'drawer'; readonly who: number }
  | { readonly kind: 'clock'; readonly hours: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'drawers'; readonly isEach: boolean };

const who = fc.nat(1);
const which = fc.nat(20);
const sum = fc.integer({ min: 1, max: 999_999 });
const currency = fc.constantFrom(...CURRENCIES);
const late = fc.array(which, { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), who, cents: sum }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('close' as const, 'hand-over' as const),
      who,
      cents: sum,
      late,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('shop-currency' as const), currency }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('begin' as const),
      who,
      what: fc.constantFrom<TestKind>('bill', 'top-up', 'gift-card', 'cash-out', 'cancel'),
      cents: sum,
      currency,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), which, isPaid: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('give' as const), which, who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('service-gives-back' as const), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle-refund' as const), which, who }) },
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
      cash.open(
        { counts: counts({}, decimal(one.cents), drawer.settings.shopCurrency) },
        cashierOf(one.who),
      );
      return;
    case 'shop-currency':
      drawer.settings.shopCurrency = one.currency;
      return;
    case 'begin':
      payments.push(
        drawer.intent({
          kind: one.what,
          amount: decimal(one.cents),
          by: cashierOf(one.who),
          currency: one.currency,
        }),
      );
      return;
    case 'settle': {
      const id = payments[one.which % Math.max(1, payments.length)];
      if (id !== undefined) drawer.settle(id, one.isPaid);
      return;
    }
    case 'service-gives-back': {
      const id = payments[one.which % Math.max(1, payments.length)] ?? '';
      const { database } = drawer;
      database.commit(() =>
        database
          .prepare(
            `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to,
               is_handed_over, amount, currency)
             SELECT i.id, i.created_at, 'watch', 'refunded',
               iif(i.kind = 'cash-out', 'shop', 'customer'), h.handed_at IS NOT NULL, i.due,
               i.shop_currency
             FROM intents i JOIN outcomes o ON o.intent_id = i.id
               LEFT JOIN hand_overs h ON h.intent_id = i.id
             WHERE i.id = ? AND o.state = 'paid' AND i.kind <> 'cancel'
               AND (i.kind <> 'cash-out' OR h.handed_at IS NOT NULL)
             ON CONFLICT (intent_id) DO NOTHING`,
          )
          .run(id),
      );
      return;
    }
    case 'settle-refund': {
      const id = payments[one.which % Math.max(1, payments.length)] ?? '';
      const refunds = testRefunds({ ...drawer, cash: drawer.cash, approve: async () => ok(LUIS) });
      const approval = { cashierId: LUIS.id, pin: '2222' };
      await refunds.settle({ paymentId: id, approval }, cashierOf(one.who));
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
        amount: { amount: decimal(one.cents), currency: drawer.settings.shopCurrency },
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
      const state = cash.state({}, cashier);
      const shift = state.ok ? state.value.shift : null;
      if (shift === null) return;
      const count = {
        shiftId: shift.id,
        counts: shift.currencies.flatMap((each) => counts({}, decimal(one.cents), each)),
      };
      const counted = cash.count(count, cashier, null);
      if (!counted.ok) throw new Error(JSON.stringify(counted.problem));
      for (const place of one.late) {
        const id = payments[place % Math.max(1, payments.length)];
        if (id !== undefined) drawer.settle(id, true);
      }
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

/** What the last count found or should have found, and what came after it. */
function soFar(report: ShiftReport, what: 'counted' | 'expected', currency: Currency): bigint {
  const count = report.counts.at(-1)?.money.find((one) => one.currency === currency);
  const since = report.sinceCount.find((one) => one.currency === currency);
  return total([count?.[what] ?? '0.00', since?.amount ?? '0.00']);
}

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

    // Each report is the sum of its own shift's movements, in each currency.
    for (const report of reports) {
      const moved = drawer.rows(
        `SELECT m.amount, m.currency FROM cash_movements m JOIN shifts s ON s.id = m.shift_id
         WHERE s.number = ${report.shiftNumber}`,
      );
      for (const each of CURRENCIES) {
        const money = report.money.find((one) => one.currency === each);
        const amounts = moved.filter((row) => row.currency === each).map((row) => `${row.amount}`);
        expect(money === undefined ? 0n : cents(money.expected)).toBe(total(amounts));
        if (money === undefined) continue;
        const { payments: paid, payIns, payOuts, cashOuts, cancels, float } = money;
        const { handBacks, takeIns } = money;
        const came = [float, ...Object.values(paid).map(({ amount }) => amount), payIns.amount];
        came.push(takeIns.amount);
        const went = [payOuts.amount, cashOuts.amount, cancels.amount, handBacks.amount];
        expect(total(came) - total(went)).toBe(cents(money.expected));
        expect(soFar(report, 'expected', each)).toBe(
          report.kind === 'z' ? cents(money.expected) : 0n,
        );
      }
    }

    // Whoever took a drawer over has what was counted, and what came after it.
    for (const z of reports.filter(({ handedTo }) => handedTo !== null)) {
      const next = reports.find(({ takenOverFrom }) => takenOverFrom === z.shiftNumber);
      for (const each of CURRENCIES) {
        const float = next?.money.find((one) => one.currency === each)?.float ?? '0.00';
        expect(cents(float)).toBe(soFar(z, 'counted', each));
      }
    }

    // Nothing of the ledger is lost, and nothing counts twice.
    for (const each of CURRENCIES) {
      const amountsOf = (sql: string): bigint =>
        total(drawer.rows(`${sql} = '${each}'`).map((row) => String(row.amount)));
      const paid = amountsOf(
        `SELECT i.due AS amount FROM intents i JOIN outcomes o ON o.intent_id = i.id
         WHERE o.state = 'paid' AND i.kind IN ('bill', 'top-up', 'gift-card')
           AND i.shop_currency`,
      );
      const given = amountsOf(
        `SELECT i.due AS amount FROM intents i JOIN hand_overs h ON h.intent_id = i.id
         WHERE i.shop_currency`,
      );
      const waiting = amountsOf(
        `SELECT amount FROM cash_movements
         WHERE shift_id IS NULL AND intent_id IS NOT NULL AND currency`,
      );
      const inReports = reports.flatMap(({ money }) =>
        money.filter((one) => one.currency === each),
      );
      const reported =
        total(inReports.flatMap((one) => Object.values(one.payments).map(({ amount }) => amount))) -
        total(inReports.flatMap((one) => [one.cashOuts.amount, one.cancels.amount]));
      expect(reported + waiting).toBe(paid - given);
      // What was settled of the service's refunds moved once, and stands in one report.
      const settled = (how: string): bigint =>
        amountsOf(
          `SELECT r.amount FROM refunds r JOIN refund_settlements e ON e.intent_id = r.intent_id
           WHERE e.how = '${how}' AND r.currency`,
        );
      expect(total(inReports.map((one) => one.handBacks.amount))).toBe(settled('handed-back'));
      expect(total(inReports.map((one) => one.takeIns.amount))).toBe(settled('taken-in'));
    }

    // What is not settled stands on every X report, whosever the drawer is.
    const owed = drawer.rows('SELECT intent_id AS id FROM owed_refunds ORDER BY id');
    for (const x of reports.filter(({ kind }) => kind === 'x')) {
      expect(x.owed.map(({ externalId }) => externalId).sort()).toEqual(owed.map(({ id }) => id));
    }

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
