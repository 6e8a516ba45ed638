import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getServiceVersionInfo, SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import {
  buildPaymentBody,
  createInProcessTraining,
  type InProcessTraining,
  readRefusalCode,
  type TestResponse,
} from '../test-support.ts';

let till: InProcessTraining;
beforeEach(() => {
  till = createInProcessTraining({ r24Milliseconds: 20_000 });
});
afterEach(() => till.close());

const MINUTE_MS = 60_000;
const GENERATION_3 = SERVICE_VERSIONS.filter(
  (version) => getServiceVersionInfo(version).generation === 3,
);

describe('cancel', () => {
  const cancel = (id: unknown): Promise<TestResponse> =>
    till.send('POST', '/transaction/cancel', { body: { id } });

  it('refunds a cancelled payment of biller 35, restores the balance and allows the payment again', async () => {
    const before = await till.readBalance(35, '123456851236');
    const body = { biller_id: 35, account_number: '123456851236', amount: 50 };
    const paid = await till.pay({ ...body, external_id: 'cancelled' });
    expect(await till.readBalance(35, '123456851236')).not.toBe(before);
    const { status, json } = await cancel(paid.json?.id);
    expect([status, json]).toEqual([200, { code: 'R0', message: 'Transaction successful' }]);
    expect(till.service.inspect('cancelled').transactions[0]?.status).toBe('refunded');
    expect(till.service.inspect().balance).toBe('250000.00');
    expect(await till.readBalance(35, '123456851236')).toBe(before);
    expect(await readRefusalCode(cancel(paid.json?.id))).toBe('422 R103');
    expect(await readRefusalCode(till.pay(body))).toBe('201 ok');
  });

  it('refuses to cancel a payment to 37 / 7259047384 with R26', async () => {
    const paid = await till.pay({ biller_id: 37, account_number: '7259047384', amount: 50 });
    expect(await readRefusalCode(cancel(paid.json?.id))).toBe('422 R26');
  });

  it('refuses a cancel with R23 for an unknown id, R105 the next day and R102 without an id', async () => {
    expect(await readRefusalCode(cancel(1))).toBe('422 R23');
    expect(await readRefusalCode(cancel(undefined))).toBe('400 R102');
    const paid = await till.pay();
    await till.clock.advance(14 * 60 * MINUTE_MS);
    expect(await readRefusalCode(cancel(paid.json?.id))).toBe('422 R105');
  });
});

describe('cash-out', () => {
  const buildBody = (changes: Record<string, unknown> = {}) =>
    buildPaymentBody({
      biller_id: 20001,
      account_number: '4152313412341234',
      amount: 500,
      pos_number: '07',
      cashier_id: 'ana',
      ...changes,
    });
  const cashOut = (changes: Record<string, unknown> = {}): Promise<TestResponse> =>
    till.send('POST', '/bill/cash_out', { body: buildBody(changes) });

  it('performs a cash-out, credits the shop and returns the text of the regulated entity', async () => {
    const { status, json } = await cashOut();
    expect(status).toBe(201);
    expect(String(json?.ticket_text)).toContain('RETIRO DE EFECTIVO');
    expect(till.service.inspect()).toMatchObject({
      balance: '250500.00',
      transactions: [{ kind: 'cash-out', amount: '500.00', status: 'fulfilled' }],
    });
  });

  it.each(GENERATION_3)('performs a cash-out in %s', async (version) => {
    const { status, json } = await till.send('POST', '/single/cash_out', {
      version,
      body: buildBody(),
    });
    expect([status, json?.type]).toEqual([201, 'transaction']);
  });

  it('refuses a cash-out with R124 unless the biller is a partner, and requires pos_number and cashier_id', async () => {
    expect(await readRefusalCode(cashOut({ biller_id: 35, account_number: '123456851236' }))).toBe(
      '422 R124',
    );
    expect(await readRefusalCode(cashOut({ pos_number: undefined }))).toBe('400 R102');
    expect(await readRefusalCode(cashOut({ cashier_id: undefined }))).toBe('400 R102');
    expect(await readRefusalCode(cashOut({ pos_number: '7\n8' }))).toBe('422 R115');
  });

  it('refuses a second cash-out of the same amount with R36', async () => {
    await cashOut();
    expect(await readRefusalCode(cashOut())).toBe('422 R36');
  });
});

describe('top-up check', () => {
  const check = (changes: Record<string, unknown>): Promise<TestResponse> =>
    till.send('POST', '/bill/check', {
      body: { biller_id: 13599, account_number: '5599999999', ...changes },
    });

  it('returns the received amount and the bonus of a top-up', async () => {
    expect((await check({ amount: 200 })).json).toMatchObject({
      topup_amount_received: 200,
      bonus_amount_received: 40,
      total_amount_received: 240,
      biller_currency_iso: 'MXN',
    });
    expect((await check({ amount: 100 })).json).toMatchObject({ bonus_amount_received: 0 });
    expect(await readRefusalCode(check({ amount: 93.3 }))).toBe('422 R3');
    expect(
      await readRefusalCode(check({ amount: 100, biller_id: 35, account_number: '123456851236' })),
    ).toBe('422 R6');
  });

  it('answers 404 to a top-up check in generation 3', async () => {
    const { status } = await till.send('POST', '/bill/check', { version: 'v3.mx', body: {} });
    expect(status).toBe(404);
  });
});

describe('DRP billers', () => {
  it('accepts any amount for a DRP biller in v1.6 but not in generation 3', async () => {
    const body = { biller_id: 5501, account_number: '501234567890', amount: 11 };
    expect(await readRefusalCode(till.pay(body))).toBe('201 ok');
    const otherPayment = buildPaymentBody({ ...body, account_number: '501234567891' });
    expect(
      await readRefusalCode(
        till.send('POST', '/single/pay', { version: 'v3.mx', body: otherPayment }),
      ),
    ).toBe('422 R11');
  });
});
