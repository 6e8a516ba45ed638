import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Got, type InProcess, inProcess, payment } from '../test-support.ts';

const HOUR = 3_600_000;
const KEY = '5a2f0d1e-7f0e-4b8e-9a52-0c1d2e3f4a5b';

let till: InProcess;
beforeEach(() => {
  till = inProcess({ r24Milliseconds: 20_000 });
});
afterEach(() => till.close());

const pay = (body: unknown, key = KEY): Promise<Got> =>
  till.ask('POST', '/bill/pay', { body, key });
const performed = (): number => till.service.inspect().transactions.length;

describe('a repeated Idempotency-Key', () => {
  it('gets the first answer again, same status and body, and nothing is done twice', async () => {
    const body = payment();
    const first = await pay(body);
    const again = await pay(body);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(first.status).toBe(201);
    expect(performed()).toBe(1);
  });

  it('gets a refusal again too, though the payment would now be accepted', async () => {
    till.service.setBalance('0.00');
    const body = payment();
    expect((await pay(body)).json?.code).toBe('R100');
    till.service.setBalance('1000.00');
    expect((await pay(body)).json?.code).toBe('R100');
    expect((await pay(body, `${KEY.slice(0, -1)}0`)).status).toBe(201);
  });

  it('gets the first answer to a cancel and to a cash-out again; without it, R103 and R49', async () => {
    const other = `${KEY.slice(0, -1)}1`;
    const paid = await till.pay({ biller_id: 35, account_number: '123456851236', amount: 50 });
    const cancel = (key: string): Promise<Got> =>
      till.ask('POST', '/transaction/cancel', { body: { id: paid.json?.id }, key });
    expect((await cancel(KEY)).json?.code).toBe('R0');
    expect(await cancel(KEY)).toMatchObject({ status: 200, json: { code: 'R0' } });
    expect(await cancel(other)).toMatchObject({ status: 422, json: { code: 'R103' } });
    const body = payment({
      biller_id: 20001,
      account_number: '4152313412341234',
      amount: 500,
      pos_number: '07',
      cashier_id: 'ana',
    });
    const cashOut = (key: string): Promise<Got> =>
      till.ask('POST', '/bill/cash_out', { body, key });
    const handed = `${KEY.slice(0, -1)}2`;
    const first = await cashOut(handed);
    expect((await cashOut(handed)).text).toBe(first.text);
    expect(await cashOut(`${KEY.slice(0, -1)}3`)).toMatchObject({ json: { code: 'R49' } });
    expect(performed()).toBe(2);
    await till.clock.advance(24 * HOUR);
    expect(await cancel(KEY)).toMatchObject({ status: 422, json: { code: 'R103' } });
  });

  it('with another body or path is 400 R102', async () => {
    const body = payment();
    await pay(body);
    const other = await pay({ ...body, amount: 1 });
    expect([other.status, other.json?.code]).toEqual([400, 'R102']);
    const path = await till.ask('POST', '/bill/consult', { body, key: KEY });
    expect([path.status, path.json?.code]).toEqual([400, 'R102']);
    expect(performed()).toBe(1);
  });

  it('answers R49 when the Idempotency-Key is older than 24 hours', async () => {
    const body = payment();
    await pay(body);
    await till.clock.advance(24 * HOUR - 1);
    expect((await pay(body)).status).toBe(201);
    await till.clock.advance(1);
    expect((await pay(body)).json?.code).toBe('R49');
    expect(performed()).toBe(1);
  });

  it('waits while the first is running', async () => {
    till.service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'commit-late', milliseconds: 5_000 } },
    ]);
    const body = payment();
    const first = pay(body);
    const second = pay(body);
    const third = pay(body);
    let isAnswered = false;
    void second.then(() => {
      isAnswered = true;
    });
    await till.clock.advance(4_999);
    expect([isAnswered, performed()]).toEqual([false, 0]);
    await till.clock.advance(1);
    const answers = await Promise.all([first, second, third]);
    expect(new Set(answers.map((one) => `${one.status} ${one.text}`)).size).toBe(1);
    expect(performed()).toBe(1);
  });

  it('waits for R24 and gets the same', async () => {
    const body = payment({ biller_id: 37, account_number: '2424240024', amount: 50 });
    const first = pay(body);
    const second = pay(body);
    await till.clock.advance(20_000);
    expect((await first).text).toBe((await second).text);
    expect((await pay(body)).json?.code).toBe('R24');
  });

  it.each([500, 503, 429] as const)('after a %i makes the request anew', async (status) => {
    till.service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'status', status, retryAfter: null } },
    ]);
    const body = payment();
    expect((await pay(body)).status).toBe(status);
    expect((await pay(body)).status).toBe(201);
    expect(performed()).toBe(1);
  });

  it('after a connection cut before it was done makes the request anew', async () => {
    till.service.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } }]);
    const body = payment();
    await expect(pay(body)).rejects.toThrow('cut');
    expect((await pay(body)).status).toBe(201);
  });

  it('must have 12 to 36 characters', async () => {
    expect((await pay(payment(), '12345678901')).json?.code).toBe('R102');
    expect((await pay(payment(), 'x'.repeat(37))).json?.code).toBe('R102');
    expect((await pay(payment(), '123456789012')).status).toBe(201);
  });
});
