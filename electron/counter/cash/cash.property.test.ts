import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok, type ShiftReport } from '../../../shared/contract/index.ts';
import { createTestRefunds } from '../refunds/testing/index.ts';
import {
  ANA,
  BETO,
  buildCounts,
  createTestDrawer,
  LUIS,
  type TestDrawer,
  type TestKind,
} from './testing/drawer.ts';

/** Money as whole cents, so that the test computes sums without the code under test. */
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
      /** The payments whose outcome becomes known between the count and the close. */
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

const cashierIndex = fc.nat(1);
const paymentIndex = fc.nat(20);
const centsArbitrary = fc.integer({ min: 1, max: 999_999 });
const currency = fc.constantFrom(...CURRENCIES);
const late = fc.array(paymentIndex, { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      who: cashierIndex,
      cents: centsArbitrary,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('close' as const, 'hand-over' as const),
      who: cashierIndex,
      cents: centsArbitrary,
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
      who: cashierIndex,
      what: fc.constantFrom<TestKind>('bill', 'top-up', 'gift-card', 'cash-out', 'cancel'),
      cents: centsArbitrary,
      currency,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      which: paymentIndex,
      isPaid: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      which: paymentIndex,
      who: cashierIndex,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('service-gives-back' as const), which: paymentIndex }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('settle-refund' as const),
      which: paymentIndex,
      who: cashierIndex,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('pay-in', 'pay-out'),
      who: cashierIndex,
      cents: centsArbitrary,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drawer' as const), who: cashierIndex }) },
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

const formatDecimal = (value: number): string =>
  `${Math.floor(value / 100)}.${`0${value % 100}`.slice(-2)}`;

async function runStep(drawer: TestDrawer, payments: string[], step: Step): Promise<void> {
  const { cash } = drawer;
  switch (step.kind) {
    case 'open':
      cash.open(
        { counts: buildCounts({}, formatDecimal(step.cents), drawer.settings.shopCurrency) },
        getCashier(step.who),
      );
      return;
    case 'shop-currency':
      drawer.settings.shopCurrency = step.currency;
      return;
    case 'begin':
      payments.push(
        drawer.createIntent({
          kind: step.what,
          amount: formatDecimal(step.cents),
          by: getCashier(step.who),
          currency: step.currency,
        }),
      );
      return;
    case 'settle': {
      const id = payments[step.which % Math.max(1, payments.length)];
      if (id !== undefined) drawer.setOutcome(id, step.isPaid);
      return;
    }
    case 'service-gives-back': {
      const id = payments[step.which % Math.max(1, payments.length)] ?? '';
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
      const id = payments[step.which % Math.max(1, payments.length)] ?? '';
      const refunds = createTestRefunds({
        ...drawer,
        cash: drawer.cash,
        approve: async () => ok(LUIS),
      });
      const approval = { cashierId: LUIS.id, pin: '2222' };
      await refunds.settle({ paymentId: id, approval }, getCashier(step.who));
      return;
    }
    case 'give': {
      const [row] = drawer.readRows(
        `SELECT i.id FROM intents i JOIN outcomes o ON o.intent_id = i.id
         LEFT JOIN hand_overs h ON h.intent_id = i.id
         WHERE i.kind IN ('cash-out', 'cancel') AND o.state = 'paid' AND h.handed_at IS NULL
         ORDER BY i.rowid LIMIT 1`,
      );
      if (row) drawer.handOver(String(row.id), getCashier(step.who));
      return;
    }
    case 'pay-in':
    case 'pay-out': {
      const movement = {
        amount: { amount: formatDecimal(step.cents), currency: drawer.settings.shopCurrency },
        reason: 'porque sí',
      };
      if (step.kind === 'pay-in') cash.payIn(movement, getCashier(step.who));
      else cash.payOut(movement, getCashier(step.who), LUIS);
      return;
    }
    case 'drawer':
      cash.openDrawer({ reason: 'cambio' }, getCashier(step.who), LUIS);
      return;
    case 'clock':
      drawer.clock.jump(step.hours * 3_600_000);
      return;
    case 'restart':
      drawer.restart();
      return;
    case 'drawers':
      drawer.settings.drawers = step.isEach ? 'each' : 'shared';
      return;
    case 'close':
    case 'hand-over': {
      const cashier = getCashier(step.who);
      const state = cash.state({}, cashier);
      const shift = state.ok ? state.value.shift : null;
      if (shift === null) return;
      const count = {
        shiftId: shift.id,
        counts: shift.currencies.flatMap((currencyCode) =>
          buildCounts({}, formatDecimal(step.cents), currencyCode),
        ),
      };
      const counted = cash.count(count, cashier, null);
      if (!counted.ok) throw new Error(JSON.stringify(counted.problem));
      for (const index of step.late) {
        const id = payments[index % Math.max(1, payments.length)];
        if (id !== undefined) drawer.setOutcome(id, true);
      }
      const input = {
        shiftId: shift.id,
        countId: counted.value.countId,
        explanation: 'se contó mal',
      };
      if (step.kind === 'close') {
        cash.close(input, cashier);
        return;
      }
      const receiver = { cashierId: getCashier(step.who + 1).id, pin: '1111' };
      await cash.handOver({ ...input, receiver }, cashier);
    }
  }
}

function getCashier(number: number): (typeof CASHIERS)[number] {
  return CASHIERS[number % 2] ?? ANA;
}

/** All Z reports, and an X report of each open shift. */
function listReports(drawer: TestDrawer): ShiftReport[] {
  const zReports = drawer
    .readRows('SELECT report FROM z_reports ORDER BY number')
    .map(({ report }): ShiftReport => JSON.parse(String(report)));
  const openReports = drawer
    .readRows('SELECT id FROM shifts WHERE closed_at IS NULL')
    .map(({ id }) => {
      const xReport = drawer.cash.xReport({ shiftId: String(id) }, LUIS, null);
      if (!xReport.ok) throw new Error(JSON.stringify(xReport.problem));
      return xReport.value.report;
    });
  return [...zReports, ...openReports];
}

const sumCents = (parts: readonly string[]): bigint =>
  parts.reduce((subtotal, part) => subtotal + cents(part), 0n);

/** The counted or expected sum of the last count, plus the movements since. */
function sumSinceCount(
  report: ShiftReport,
  sumKind: 'counted' | 'expected',
  currency: Currency,
): bigint {
  const count = report.counts.at(-1)?.money.find((entry) => entry.currency === currency);
  const sinceCount = report.sinceCount.find((entry) => entry.currency === currency);
  return sumCents([count?.[sumKind] ?? '0.00', sinceCount?.amount ?? '0.00']);
}

describe('shifts in any order of events, over midnights and clock changes', () => {
  it('keeps shift reports equal to their movements and to the ledger for any order of events', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), checkSums), {
      numRuns: 60,
    });
  });
});

async function checkSums(steps: readonly Step[]): Promise<void> {
  const drawer = createTestDrawer();
  try {
    const payments: string[] = [];
    for (const step of steps) await runStep(drawer, payments, step);
    const reports = listReports(drawer);

    // Each report is the sum of its own shift's movements, in each currency.
    for (const report of reports) {
      const movementRows = drawer.readRows(
        `SELECT m.amount, m.currency FROM cash_movements m JOIN shifts s ON s.id = m.shift_id
         WHERE s.number = ${report.shiftNumber}`,
      );
      for (const currencyCode of CURRENCIES) {
        const money = report.money.find((entry) => entry.currency === currencyCode);
        const amounts = movementRows
          .filter((row) => row.currency === currencyCode)
          .map((row) => `${row.amount}`);
        expect(money === undefined ? 0n : cents(money.expected)).toBe(sumCents(amounts));
        if (money === undefined) continue;
        const { payments: paid, payIns, payOuts, cashOuts, cancels, float } = money;
        const { handBacks, takeIns } = money;
        const incoming = [float, ...Object.values(paid).map(({ amount }) => amount), payIns.amount];
        incoming.push(takeIns.amount);
        const outgoing = [payOuts.amount, cashOuts.amount, cancels.amount, handBacks.amount];
        expect(sumCents(incoming) - sumCents(outgoing)).toBe(cents(money.expected));
        expect(sumSinceCount(report, 'expected', currencyCode)).toBe(
          report.kind === 'z' ? cents(money.expected) : 0n,
        );
      }
    }

    // The float after a handover is the counted sum plus the movements since the count.
    for (const z of reports.filter(({ handedTo }) => handedTo !== null)) {
      const nextReport = reports.find(({ takenOverFrom }) => takenOverFrom === z.shiftNumber);
      for (const currencyCode of CURRENCIES) {
        const float =
          nextReport?.money.find((entry) => entry.currency === currencyCode)?.float ?? '0.00';
        expect(cents(float)).toBe(sumSinceCount(z, 'counted', currencyCode));
      }
    }

    // Every payment of the ledger is in exactly one report.
    for (const currencyCode of CURRENCIES) {
      const sumQuery = (sql: string): bigint =>
        sumCents(drawer.readRows(`${sql} = '${currencyCode}'`).map((row) => String(row.amount)));
      const paid = sumQuery(
        `SELECT i.due AS amount FROM intents i JOIN outcomes o ON o.intent_id = i.id
         WHERE o.state = 'paid' AND i.kind IN ('bill', 'top-up', 'gift-card')
           AND i.shop_currency`,
      );
      const handedOver = sumQuery(
        `SELECT i.due AS amount FROM intents i JOIN hand_overs h ON h.intent_id = i.id
         WHERE i.shop_currency`,
      );
      const unassigned = sumQuery(
        `SELECT amount FROM cash_movements
         WHERE shift_id IS NULL AND intent_id IS NOT NULL AND currency`,
      );
      const inReports = reports.flatMap(({ money }) =>
        money.filter((entry) => entry.currency === currencyCode),
      );
      const reported =
        sumCents(
          inReports.flatMap((entry) => Object.values(entry.payments).map(({ amount }) => amount)),
        ) - sumCents(inReports.flatMap((entry) => [entry.cashOuts.amount, entry.cancels.amount]));
      expect(reported + unassigned).toBe(paid - handedOver);
      // Every settled refund moved its cash once, and is in exactly one report.
      const sumSettled = (settlementKind: string): bigint =>
        sumQuery(
          `SELECT r.amount FROM refunds r JOIN refund_settlements e ON e.intent_id = r.intent_id
           WHERE e.how = '${settlementKind}' AND r.currency`,
        );
      expect(sumCents(inReports.map((entry) => entry.handBacks.amount))).toBe(
        sumSettled('handed-back'),
      );
      expect(sumCents(inReports.map((entry) => entry.takeIns.amount))).toBe(sumSettled('taken-in'));
    }

    // Every X report lists all unsettled refunds, whichever drawer it is for.
    const owed = drawer.readRows('SELECT intent_id AS id FROM owed_refunds ORDER BY id');
    for (const x of reports.filter(({ kind }) => kind === 'x')) {
      expect(x.owed.map(({ externalId }) => externalId).sort()).toEqual(owed.map(({ id }) => id));
    }

    // Z reports are numbered without gaps, and each closed shift has one.
    const numbers = drawer.readRows('SELECT number FROM z_reports ORDER BY number');
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
    expect(drawer.readRows('SELECT id FROM shifts WHERE closed_at IS NOT NULL')).toHaveLength(
      numbers.length,
    );
  } finally {
    drawer.close();
  }
}
