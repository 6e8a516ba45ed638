import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createTestBiller,
  createTestCounter,
  expectOk,
  LUIS,
  LUIS_PIN,
  type TestCounter,
} from '../../counter/payments/testing/index.ts';
import { recordQueryPlans } from '../../ledger/testing/index.ts';
import { silentLog } from '../../platform/index.ts';
import { sumNumbers } from './day-usage.ts';
import { type AccountForecaster, createAccountForecaster, type KnownBalance } from './index.ts';
import { readDayUsage, readFirstSaleDay, readUsageSince } from './usage-queries.ts';

const DAY_MS = 86_400_000;
const MEXICO = 'America/Mexico_City';

let counter: TestCounter;
let balance: KnownBalance | null;
let changeCount: number;
let forecaster: AccountForecaster;

beforeEach(() => {
  counter = createTestCounter({ version: 'v1.6' });
  balance = null;
  changeCount = 0;
  forecaster = createAccountForecaster({
    database: counter.database,
    clock: counter.clock,
    log: silentLog,
    getBalance: () => balance,
    timeZone: () => MEXICO,
    country: () => 'MX',
    onChange: () => {
      changeCount += 1;
    },
  });
});
afterEach(() => {
  forecaster.stop();
  counter.close();
});

const setBalance = (amount: string, minimum: string | null = null): void => {
  const at = new Date(counter.clock.now()).toISOString();
  balance = { balance: amount, minimumBalance: minimum, currency: 'MXN', at };
};

/** Copies a sale to each hour from 8 to 19 of the days before today and of today until now. */
function copySale(days: number): void {
  const today = new Date(counter.clock.now()).toISOString().slice(0, 10);
  const insert = counter.database.prepare(
    `INSERT INTO sales SELECT ?, intent_id, what, kind, biller_id, cashier_id, currency,
      600000000, fee, earned FROM sales WHERE what = 'sold' ORDER BY at LIMIT 1`,
  );
  counter.database.commit(() => {
    for (let age = 0; age <= days; age += 1) {
      for (let hour = 8; hour < 20; hour += 1) {
        for (let minute = 5; minute < 60; minute += 10) {
          // Mexico City is six hours behind UTC.
          const at = Date.parse(`${today}T00:00:00Z`) + (hour + 6) * 3_600_000 + minute * 60_000;
          const instant = at - age * DAY_MS;
          if (instant < counter.clock.now()) insert.run(new Date(instant).toISOString());
        }
      }
    }
  });
}

it('sums sales without fee and commission, and subtracts cash-outs and what was taken back', async () => {
  counter.settings.customerFee = {
    kind: 'fixed',
    utility: '5',
    'top-up': '0',
    'gift-card': '0',
    partner: '0',
  };
  const start = counter.clock.now();
  const day = '2026-01-15';
  const read = () => {
    const { usedBySlot, saleCount } = readDayUsage(counter.database, day, MEXICO, 'MXN');
    return { used: sumNumbers(usedBySlot), saleCount };
  };
  expect(read()).toEqual({ used: 0, saleCount: 0 });
  expect(readFirstSaleDay(counter.database, MEXICO)).toBeNull();
  counter.service.earned = '7.50';
  const payment = expectOk(
    counter.pay(await counter.order({ account: '501000000001', amount: '100' })),
  );
  await counter.advance(1_000);
  counter.service.earned = null;
  expect(read()).toEqual({ used: 92.5, saleCount: 1 });
  expect(readFirstSaleDay(counter.database, MEXICO)).toBe(day);
  // 10:00 in Mexico City.
  expect(readDayUsage(counter.database, day, MEXICO, 'MXN').usedBySlot[60]).toBe(92.5);
  expect(readUsageSince(counter.database, start, 'MXN')).toBe(92.5);
  expect(readDayUsage(counter.database, day, MEXICO, 'COP').saleCount).toBe(0);
  expectOk(
    await counter.payments.cancel(
      {
        paymentId: payment.id,
        approval: { cashierId: LUIS.id, pin: LUIS_PIN },
        reason: 'wrong amount',
      },
      LUIS,
    ),
  );
  await counter.advance(1_000);
  expect(read()).toEqual({ used: 0, saleCount: 2 });
  counter.settings.cashOutBillers = [37];
  counter.billers.set(37, createTestBiller({ id: 37, name: 'Banco' }));
  expectOk(await counter.payOut({ billerId: 37, amount: '300' }));
  await counter.advance(1_000);
  expect(read().used).toBe(-300);
});

it('reads each day by the index of its time', () => {
  const { watching, walked, plans } = recordQueryPlans(counter.database);
  readDayUsage(watching, '2026-01-15', MEXICO, 'MXN');
  readUsageSince(watching, counter.clock.now(), 'MXN');
  expect(walked()).toEqual([]);
  expect(plans.join('\n')).toContain('SEARCH sales USING PRIMARY KEY');
});

it('has no forecast without a balance of today', async () => {
  await forecaster.refresh();
  expect(forecaster.getForecast()).toBeNull();
  setBalance('1000');
  await forecaster.refresh();
  expect(forecaster.getForecast()).toEqual({ kind: 'too-little-history' });
  await counter.advance(13 * 3_600_000);
  await forecaster.refresh();
  expect(forecaster.getForecast()).toBeNull();
  expect(changeCount).toBe(3);
});

it('forecasts from the ledger and the balance above its minimum, and after a top-up again', async () => {
  expectOk(counter.pay(await counter.order({ account: '501000000001', amount: '100' })));
  await counter.advance(60_000);
  copySale(83);
  // Thursday, a payday, 10:01 in Mexico City; 3,600 an hour.
  setBalance('9200.00', '2000.00');
  await forecaster.refresh();
  const forecast = forecaster.getForecast();
  expect(forecast).toMatchObject({ kind: 'ends-today', isSoon: true });
  if (forecast?.kind !== 'ends-today') throw new Error('does not end');
  expect(Math.abs(Date.parse(forecast.endsAt) - Date.parse('2026-01-15T18:00:00Z'))).toBeLessThan(
    300_000,
  );
  expect(forecast.transfer).toMatchObject({ coveredDay: '2026-01-15', isToday: true });
  expect(forecast.transfer?.amount).toMatchObject({ currency: 'MXN' });
  expect(Number(forecast.transfer?.amount.amount)).toBeGreaterThan(28_000);
  expect(forecast.transfer?.amount.amount).toMatch(/^\d\d000\.00$/);
  setBalance('60000.00', '2000.00');
  await forecaster.refresh();
  expect(forecaster.getForecast()).toMatchObject({ kind: 'lasts-today' });
});

it('subtracts what was sold since the balance was read', async () => {
  expectOk(counter.pay(await counter.order({ account: '501000000001', amount: '100' })));
  await counter.advance(60_000);
  copySale(83);
  setBalance('50');
  await counter.advance(1_000);
  expectOk(counter.pay(await counter.order({ account: '501000000002', amount: '100' })));
  await counter.advance(60_000);
  await forecaster.refresh();
  expect(forecaster.getForecast()).toMatchObject({ kind: 'used-up' });
});
