import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Got, type InProcess, inProcess, payment } from '../test-support.ts';

let till: InProcess;
beforeEach(() => {
  till = inProcess();
});
afterEach(() => till.close());

const version = 'v3.3';
const ask = (method: string, target: string, body?: unknown): Promise<Got> =>
  till.ask(method, target, { version, ...(body === undefined ? {} : { body }) });
const create = (biller: number, account: string): Promise<Got> =>
  ask('POST', '/bills', { biller_id: biller, account_number: account });
const listed = async (): Promise<Record<string, unknown>[]> =>
  JSON.parse(JSON.stringify((await ask('GET', '/bills')).json?.bills));

describe('bills', () => {
  it('are linked with their balance, once: the same account is the same bill', async () => {
    const first = await create(40, '501000000007');
    expect([first.status, first.json]).toMatchObject([
      200,
      { type: 'bill', biller_id: 40, balance: 549, balance_currency: 'MXN', status: 'linked' },
    ]);
    const again = await create(40, '501000000007');
    expect(again.json?.id).toBe(first.json?.id);
    expect(await listed()).toHaveLength(1);
  });

  it('that fail are kept and listed with their error, and tried again as the same bill', async () => {
    const failed = await create(40, '501000000004');
    expect([failed.status, failed.json]).toMatchObject([
      422,
      { code: 'R2', message: 'Invalid Account Number' },
    ]);
    expect(await listed()).toMatchObject([
      { id: failed.json?.id, status: 'failed', error_code: 'R2', balance: null },
    ]);
    expect((await create(40, '501000000004')).json?.id).toBe(failed.json?.id);
    const paid = await ask('POST', `/bills/${String(failed.json?.id)}/pay`, payment());
    expect([paid.status, paid.json?.code]).toEqual([422, 'R2']);
  });

  it('of 5985 / 1111322016 have no balance', async () => {
    expect((await create(5985, '1111322016')).json).toMatchObject({
      status: 'linked',
      balance: null,
    });
  });

  it('are paid by their id, and the balance goes down', async () => {
    const { json } = await create(40, '501000000007');
    const { biller_id: _biller, account_number: _account, ...body } = payment();
    const part = await ask('POST', `/bills/${String(json?.id)}/pay`, { ...body, amount: 500 });
    expect(part.json?.code).toBe('R11');
    const paid = await ask('POST', `/bills/${String(json?.id)}/pay`, body);
    expect([paid.status, paid.json]).toMatchObject([201, { biller_id: 40, status: 'fulfilled' }]);
    expect((await ask('GET', `/bills/${String(json?.id)}`)).json?.balance).toBe(0);
  });

  it('have a new random balance when refreshed, unless it was paid today', async () => {
    const { json } = await create(37, '7259047384');
    const path = `/bills/${String(json?.id)}`;
    const fresh = await ask('POST', `${path}/refresh`);
    expect(fresh.json?.balance).not.toBe(json?.balance);
    expect((await ask('GET', path)).json?.balance).toBe(fresh.json?.balance);
    await ask('POST', `${path}/pay`, payment({ amount: 20 }));
    const left = Number(fresh.json?.balance) - 20;
    expect((await ask('POST', `${path}/refresh`)).json?.balance).toBeCloseTo(left, 2);
  });

  it('of billers without a balance cannot be refreshed: R101', async () => {
    const { json } = await create(2, '8081969');
    expect(json).toMatchObject({ status: 'linked', balance: null });
    const refreshed = await ask('POST', `/bills/${String(json?.id)}/refresh`);
    expect([refreshed.status, refreshed.json?.code]).toEqual([422, 'R101']);
  });

  it('of 40 have extra data, others a 404', async () => {
    const cfe = await create(40, '501000000007');
    expect(cfe.json?.has_xdata).toBe(true);
    const extra = await ask('GET', `/bills/${String(cfe.json?.id)}/xdata`);
    expect(extra.json).toMatchObject({ id: cfe.json?.id, xdata: { consumption_kwh: 227 } });
    const telmex = await create(37, '7259047384');
    expect((await ask('GET', `/bills/${String(telmex.json?.id)}/xdata`)).status).toBe(404);
  });

  it('are deleted once, are listed no more, and can be linked anew', async () => {
    const { json } = await create(40, '501000000007');
    const path = `/bills/${String(json?.id)}`;
    expect((await ask('DELETE', path)).json).toMatchObject({ id: json?.id, biller_id: 40 });
    const again = await ask('DELETE', path);
    expect([again.status, again.json]).toEqual([422, { message: 'This bill is already deleted' }]);
    expect(await listed()).toEqual([]);
    expect((await ask('GET', path)).status).toBe(404);
    expect((await create(40, '501000000007')).json?.id).not.toBe(json?.id);
  });

  it('that are not there are 404; an unknown biller too', async () => {
    for (const target of ['/bills/1', '/bills/x', '/bills/1/xdata']) {
      expect((await ask('GET', target)).json).toEqual({ message: "Couldn't find bill" });
    }
    expect((await create(999_999, '1')).json).toEqual({ message: "Couldn't find company" });
  });

  it('of a biller that needs a name are not made without one', async () => {
    expect((await create(1781, '4000123412341234')).json?.code).toBe('R13');
    expect(await listed()).toEqual([]);
    const named = await ask('POST', '/bills', {
      biller_id: 1781,
      account_number: '4000123412341234',
      name_on_account: 'Íñigo Muñoz',
    });
    expect(named.json).toMatchObject({ status: 'linked', name_on_account: 'Íñigo Muñoz' });
  });
});
