import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getVersionFacts, SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import { type Got, type InProcess, inProcess, payment, readCode } from '../test-support.ts';

let till: InProcess;
beforeEach(() => {
  till = inProcess({ r24Milliseconds: 20_000 });
});
afterEach(() => till.close());

const MINUTE = 60_000;
const GENERATION_3 = SERVICE_VERSIONS.filter(
  (version) => getVersionFacts(version).generation === 3,
);

describe('cancel', () => {
  const cancel = (id: unknown): Promise<Got> =>
    till.ask('POST', '/transaction/cancel', { body: { id } });

  it('35: refunded, the money comes back, the balance is owed again, nothing blocks', async () => {
    const before = await till.owed(35, '123456851236');
    const body = { biller_id: 35, account_number: '123456851236', amount: 50 };
    const paid = await till.pay({ ...body, external_id: 'cancelled' });
    expect(await till.owed(35, '123456851236')).not.toBe(before);
    const { status, json } = await cancel(paid.json?.id);
    expect([status, json]).toEqual([200, { code: 'R0', message: 'Transaction successful' }]);
    expect(till.service.inspect('cancelled').transactions[0]?.status).toBe('refunded');
    expect(till.service.inspect().balance).toBe('250000.00');
    expect(await till.owed(35, '123456851236')).toBe(before);
    expect(await readCode(cancel(paid.json?.id))).toBe('422 R103');
    expect(await readCode(till.pay(body))).toBe('201 ok');
  });

  it('37 / 7259047384: R26', async () => {
    const paid = await till.pay({ biller_id: 37, account_number: '7259047384', amount: 50 });
    expect(await readCode(cancel(paid.json?.id))).toBe('422 R26');
  });

  it('R23 for a transaction that is none, R105 the next day, R102 without an id', async () => {
    expect(await readCode(cancel(1))).toBe('422 R23');
    expect(await readCode(cancel(undefined))).toBe('400 R102');
    const paid = await till.pay();
    await till.clock.advance(14 * 60 * MINUTE);
    expect(await readCode(cancel(paid.json?.id))).toBe('422 R105');
  });
});

describe('cash-out', () => {
  const body = (over: Record<string, unknown> = {}) =>
    payment({
      biller_id: 20001,
      account_number: '4152313412341234',
      amount: 500,
      pos_number: '07',
      cashier_id: 'ana',
      ...over,
    });
  const cashOut = (over: Record<string, unknown> = {}): Promise<Got> =>
    till.ask('POST', '/bill/cash_out', { body: body(over) });

  it('hands out, gives the shop its money back, and has the text of the regulated entity', async () => {
    const { status, json } = await cashOut();
    expect(status).toBe(201);
    expect(String(json?.ticket_text)).toContain('RETIRO DE EFECTIVO');
    expect(till.service.inspect()).toMatchObject({
      balance: '250500.00',
      transactions: [{ kind: 'cash-out', amount: '500.00', status: 'fulfilled' }],
    });
  });

  it.each(GENERATION_3)('exists in %s', async (version) => {
    const { status, json } = await till.ask('POST', '/single/cash_out', { version, body: body() });
    expect([status, json?.type]).toEqual([201, 'transaction']);
  });

  it('R124 at every biller that is no partner; pos_number and cashier_id are mandatory', async () => {
    expect(await readCode(cashOut({ biller_id: 35, account_number: '123456851236' }))).toBe(
      '422 R124',
    );
    expect(await readCode(cashOut({ pos_number: undefined }))).toBe('400 R102');
    expect(await readCode(cashOut({ cashier_id: undefined }))).toBe('400 R102');
    expect(await readCode(cashOut({ pos_number: '7\n8' }))).toBe('422 R115');
  });

  it('R36 blocks a second one of the same amount', async () => {
    await cashOut();
    expect(await readCode(cashOut())).toBe('422 R36');
  });
});

describe('top-up check', () => {
  const check = (over: Record<string, unknown>): Promise<Got> =>
    till.ask('POST', '/bill/check', {
      body: { biller_id: 13599, account_number: '5599999999', ...over },
    });

  it('tells what arrives and the bonus', async () => {
    expect((await check({ amount: 200 })).json).toMatchObject({
      topup_amount_received: 200,
      bonus_amount_received: 40,
      total_amount_received: 240,
      biller_currency_iso: 'MXN',
    });
    expect((await check({ amount: 100 })).json).toMatchObject({ bonus_amount_received: 0 });
    expect(await readCode(check({ amount: 93.3 }))).toBe('422 R3');
    expect(
      await readCode(check({ amount: 100, biller_id: 35, account_number: '123456851236' })),
    ).toBe('422 R6');
  });

  it('does not exist in generation 3', async () => {
    const { status } = await till.ask('POST', '/bill/check', { version: 'v3.mx', body: {} });
    expect(status).toBe(404);
  });
});

describe('DRP billers', () => {
  it('take any amount in v1.6, whatever the balance says, and not in generation 3', async () => {
    const body = { biller_id: 5501, account_number: '501234567890', amount: 11 };
    expect(await readCode(till.pay(body))).toBe('201 ok');
    const other = payment({ ...body, account_number: '501234567891' });
    expect(await readCode(till.ask('POST', '/single/pay', { version: 'v3.mx', body: other }))).toBe(
      '422 R11',
    );
  });
});
