import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buildPaymentBody,
  createInProcessTraining,
  type InProcessTraining,
  type TestResponse,
} from '../test-support.ts';

let till: InProcessTraining;
beforeEach(() => {
  till = createInProcessTraining();
});
afterEach(() => till.close());

const version = 'v3.3';
const sendRequest = (method: string, target: string, body?: unknown): Promise<TestResponse> =>
  till.send(method, target, { version, ...(body === undefined ? {} : { body }) });
const createBill = (biller: number, account: string): Promise<TestResponse> =>
  sendRequest('POST', '/bills', { biller_id: biller, account_number: account });
const listBills = async (): Promise<Record<string, unknown>[]> =>
  JSON.parse(JSON.stringify((await sendRequest('GET', '/bills')).json?.bills));

describe('bills', () => {
  it('links an account once and returns the same bill with its balance again', async () => {
    const first = await createBill(40, '501000000007');
    expect([first.status, first.json]).toMatchObject([
      200,
      { type: 'bill', biller_id: 40, balance: 549, balance_currency: 'MXN', status: 'linked' },
    ]);
    const again = await createBill(40, '501000000007');
    expect(again.json?.id).toBe(first.json?.id);
    expect(await listBills()).toHaveLength(1);
  });

  it('stores and lists a failed bill with its error and retries it as the same bill', async () => {
    const failed = await createBill(40, '501000000004');
    expect([failed.status, failed.json]).toMatchObject([
      422,
      { code: 'R2', message: 'Invalid Account Number' },
    ]);
    expect(await listBills()).toMatchObject([
      { id: failed.json?.id, status: 'failed', error_code: 'R2', balance: null },
    ]);
    expect((await createBill(40, '501000000004')).json?.id).toBe(failed.json?.id);
    const paid = await sendRequest(
      'POST',
      `/bills/${String(failed.json?.id)}/pay`,
      buildPaymentBody(),
    );
    expect([paid.status, paid.json?.code]).toEqual([422, 'R2']);
  });

  it('links the bill of 5985 / 1111322016 without a balance', async () => {
    expect((await createBill(5985, '1111322016')).json).toMatchObject({
      status: 'linked',
      balance: null,
    });
  });

  it('pays a bill by its id and reduces the balance', async () => {
    const { json } = await createBill(40, '501000000007');
    const { biller_id: _biller, account_number: _account, ...body } = buildPaymentBody();
    const part = await sendRequest('POST', `/bills/${String(json?.id)}/pay`, {
      ...body,
      amount: 500,
    });
    expect(part.json?.code).toBe('R11');
    const paid = await sendRequest('POST', `/bills/${String(json?.id)}/pay`, body);
    expect([paid.status, paid.json]).toMatchObject([201, { biller_id: 40, status: 'fulfilled' }]);
    expect((await sendRequest('GET', `/bills/${String(json?.id)}`)).json?.balance).toBe(0);
  });

  it('generates a new balance when a bill is refreshed, unless it was paid today', async () => {
    const { json } = await createBill(37, '7259047384');
    const path = `/bills/${String(json?.id)}`;
    const refreshed = await sendRequest('POST', `${path}/refresh`);
    expect(refreshed.json?.balance).not.toBe(json?.balance);
    expect((await sendRequest('GET', path)).json?.balance).toBe(refreshed.json?.balance);
    await sendRequest('POST', `${path}/pay`, buildPaymentBody({ amount: 20 }));
    const remaining = Number(refreshed.json?.balance) - 20;
    expect((await sendRequest('POST', `${path}/refresh`)).json?.balance).toBeCloseTo(remaining, 2);
  });

  it('refuses to refresh a bill of a biller without balances with R101', async () => {
    const { json } = await createBill(2, '8081969');
    expect(json).toMatchObject({ status: 'linked', balance: null });
    const refreshed = await sendRequest('POST', `/bills/${String(json?.id)}/refresh`);
    expect([refreshed.status, refreshed.json?.code]).toEqual([422, 'R101']);
  });

  it('returns extra data for biller 40 and a 404 for others', async () => {
    const cfe = await createBill(40, '501000000007');
    expect(cfe.json?.has_xdata).toBe(true);
    const extra = await sendRequest('GET', `/bills/${String(cfe.json?.id)}/xdata`);
    expect(extra.json).toMatchObject({ id: cfe.json?.id, xdata: { consumption_kwh: 227 } });
    const telmex = await createBill(37, '7259047384');
    expect((await sendRequest('GET', `/bills/${String(telmex.json?.id)}/xdata`)).status).toBe(404);
  });

  it('deletes a bill once, removes it from the list and allows a new link', async () => {
    const { json } = await createBill(40, '501000000007');
    const path = `/bills/${String(json?.id)}`;
    expect((await sendRequest('DELETE', path)).json).toMatchObject({ id: json?.id, biller_id: 40 });
    const again = await sendRequest('DELETE', path);
    expect([again.status, again.json]).toEqual([422, { message: 'This bill is already deleted' }]);
    expect(await listBills()).toEqual([]);
    expect((await sendRequest('GET', path)).status).toBe(404);
    expect((await createBill(40, '501000000007')).json?.id).not.toBe(json?.id);
  });

  it('answers 404 for an unknown bill and an unknown biller', async () => {
    for (const target of ['/bills/1', '/bills/x', '/bills/1/xdata']) {
      expect((await sendRequest('GET', target)).json).toEqual({ message: "Couldn't find bill" });
    }
    expect((await createBill(999_999, '1')).json).toEqual({ message: "Couldn't find company" });
  });

  it('refuses to link a bill without the name that its biller requires', async () => {
    expect((await createBill(1781, '4000123412341234')).json?.code).toBe('R13');
    expect(await listBills()).toEqual([]);
    const withName = await sendRequest('POST', '/bills', {
      biller_id: 1781,
      account_number: '4000123412341234',
      name_on_account: 'Íñigo Muñoz',
    });
    expect(withName.json).toMatchObject({ status: 'linked', name_on_account: 'Íñigo Muñoz' });
  });
});
