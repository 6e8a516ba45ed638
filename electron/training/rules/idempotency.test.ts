import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buildPaymentBody,
  createInProcessTraining,
  type InProcessTraining,
  type TestResponse,
} from '../test-support.ts';

const HOUR_MS = 3_600_000;
const KEY = '5a2f0d1e-7f0e-4b8e-9a52-0c1d2e3f4a5b';

let till: InProcessTraining;
beforeEach(() => {
  till = createInProcessTraining({ r24Milliseconds: 20_000 });
});
afterEach(() => till.close());

const pay = (body: unknown, key = KEY): Promise<TestResponse> =>
  till.send('POST', '/bill/pay', { body, key });
const countPerformed = (): number => till.service.inspect().transactions.length;

describe('a repeated Idempotency-Key', () => {
  it('returns the first answer again for a repeated key without performing twice', async () => {
    const body = buildPaymentBody();
    const first = await pay(body);
    const repeated = await pay(body);
    expect([repeated.status, repeated.text]).toEqual([first.status, first.text]);
    expect(first.status).toBe(201);
    expect(countPerformed()).toBe(1);
  });

  it('returns a refusal again although the payment would now be accepted', async () => {
    till.service.setBalance('0.00');
    const body = buildPaymentBody();
    expect((await pay(body)).json?.code).toBe('R100');
    till.service.setBalance('1000.00');
    expect((await pay(body)).json?.code).toBe('R100');
    expect((await pay(body, `${KEY.slice(0, -1)}0`)).status).toBe(201);
  });

  it('returns the first answer to a cancel and a cash-out again for the same key, and R103 and R49 otherwise', async () => {
    const otherKey = `${KEY.slice(0, -1)}1`;
    const paid = await till.pay({ biller_id: 35, account_number: '123456851236', amount: 50 });
    const cancel = (key: string): Promise<TestResponse> =>
      till.send('POST', '/transaction/cancel', { body: { id: paid.json?.id }, key });
    expect((await cancel(KEY)).json?.code).toBe('R0');
    expect(await cancel(KEY)).toMatchObject({ status: 200, json: { code: 'R0' } });
    expect(await cancel(otherKey)).toMatchObject({ status: 422, json: { code: 'R103' } });
    const body = buildPaymentBody({
      biller_id: 20001,
      account_number: '4152313412341234',
      amount: 500,
      pos_number: '07',
      cashier_id: 'ana',
    });
    const cashOut = (key: string): Promise<TestResponse> =>
      till.send('POST', '/bill/cash_out', { body, key });
    const cashOutKey = `${KEY.slice(0, -1)}2`;
    const first = await cashOut(cashOutKey);
    expect((await cashOut(cashOutKey)).text).toBe(first.text);
    expect(await cashOut(`${KEY.slice(0, -1)}3`)).toMatchObject({ json: { code: 'R49' } });
    expect(countPerformed()).toBe(2);
    await till.clock.advance(24 * HOUR_MS);
    expect(await cancel(KEY)).toMatchObject({ status: 422, json: { code: 'R103' } });
  });

  it('answers 400 R102 for a repeated key with another body or path', async () => {
    const body = buildPaymentBody();
    await pay(body);
    const otherBody = await pay({ ...body, amount: 1 });
    expect([otherBody.status, otherBody.json?.code]).toEqual([400, 'R102']);
    const path = await till.send('POST', '/bill/consult', { body, key: KEY });
    expect([path.status, path.json?.code]).toEqual([400, 'R102']);
    expect(countPerformed()).toBe(1);
  });

  it('answers R49 when the Idempotency-Key is older than 24 hours', async () => {
    const body = buildPaymentBody();
    await pay(body);
    await till.clock.advance(24 * HOUR_MS - 1);
    expect((await pay(body)).status).toBe(201);
    await till.clock.advance(1);
    expect((await pay(body)).json?.code).toBe('R49');
    expect(countPerformed()).toBe(1);
  });

  it('waits while the first request with the key is running', async () => {
    till.service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'commit-late', milliseconds: 5_000 } },
    ]);
    const body = buildPaymentBody();
    const first = pay(body);
    const second = pay(body);
    const third = pay(body);
    let isAnswered = false;
    void second.then(() => {
      isAnswered = true;
    });
    await till.clock.advance(4_999);
    expect([isAnswered, countPerformed()]).toEqual([false, 0]);
    await till.clock.advance(1);
    const answers = await Promise.all([first, second, third]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(countPerformed()).toBe(1);
  });

  it('waits for R24 and returns the same answer', async () => {
    const body = buildPaymentBody({ biller_id: 37, account_number: '2424240024', amount: 50 });
    const first = pay(body);
    const second = pay(body);
    await till.clock.advance(20_000);
    expect((await first).text).toBe((await second).text);
    expect((await pay(body)).json?.code).toBe('R24');
  });

  it.each([500, 503, 429] as const)('performs a request again after a %i', async (status) => {
    till.service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'status', status, retryAfter: null } },
    ]);
    const body = buildPaymentBody();
    expect((await pay(body)).status).toBe(status);
    expect((await pay(body)).status).toBe(201);
    expect(countPerformed()).toBe(1);
  });

  it('performs a request again after its connection was cut before the commit', async () => {
    till.service.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } }]);
    const body = buildPaymentBody();
    await expect(pay(body)).rejects.toThrow('cut');
    expect((await pay(body)).status).toBe(201);
  });

  it('refuses a key that does not have 12 to 36 characters', async () => {
    expect((await pay(buildPaymentBody(), '12345678901')).json?.code).toBe('R102');
    expect((await pay(buildPaymentBody(), 'x'.repeat(37))).json?.code).toBe('R102');
    expect((await pay(buildPaymentBody(), '123456789012')).status).toBe(201);
  });
});
