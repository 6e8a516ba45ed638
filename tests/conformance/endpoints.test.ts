import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillerAccount } from '../../electron/service/index.ts';
import { TRAINING_BILLERS } from '../../electron/training/index.ts';
import type { BillerKind } from '../../shared/contract/index.ts';
import { createMoney } from '../../shared/money/index.ts';
import { type Counter, openCounter, VERSIONS } from './support.ts';

const UUID = /^[0-9a-f-]{36}$/;
const who = (billerId: number, accountNumber: string, nameOnAccount: string | null = null) =>
  ({ billerId, accountNumber, nameOnAccount, currency: 'MXN' }) satisfies BillerAccount;
const refused = (code: string | null) => ({
  ok: false,
  problem: { kind: 'service-refused', code },
});

describe.each(VERSIONS)('the client against the training service: %s', (version) => {
  let counter: Counter;
  beforeAll(async () => {
    counter = await openCounter(version);
  });
  afterAll(() => counter.close());

  describe('reads', () => {
    it('the account', async () => {
      expect(await counter.client.account()).toMatchObject({
        ok: true,
        value: { balance: { currency: 'MXN' } },
      });
      expect(counter.client.health).toMatchObject({ trouble: null });
    });

    it.each<[BillerKind, number, number]>([
      ['utility', TRAINING_BILLERS.cfe, 5000],
      ['top-up', TRAINING_BILLERS.telcel, 100],
      ['gift-card', 0, 20],
      ['partner', TRAINING_BILLERS.bancoAzul, 5],
    ])('all %s billers', async (kind, known, least) => {
      const pages: number[] = [];
      const list = await counter.client.billers(kind, ({ page }) => pages.push(page));
      if (!list.ok) throw new Error(JSON.stringify(list.problem));
      expect(list.value.length).toBeGreaterThanOrEqual(least);
      expect(new Set(list.value.map((biller) => biller.id)).size).toBe(list.value.length);
      expect(list.value.every((biller) => biller.kind === kind)).toBe(true);
      if (known > 0) expect(list.value.some((biller) => biller.id === known)).toBe(true);
      expect(pages).toEqual(pages.map((_page, index) => index + 1));
      if (kind === 'utility') expect(pages.length).toBeGreaterThan(3);
      if (kind === 'top-up') {
        expect(list.value.some((biller) => biller.amounts.kind !== 'any')).toBe(true);
      }
    });

    it('the rates, under the codes that the service uses', async () => {
      const rates = await counter.client.rates();
      expect(rates.ok && rates.value.MXN).toMatch(/^\d+\.\d+$/);
      expect(rates.ok && rates.value.RD).toMatch(/^\d+\.\d+$/);
    });

    it('a balance, and a balance that there is none of', async () => {
      expect(await counter.client.consult(who(40, '501000000007'))).toMatchObject({
        ok: true,
        value: {
          amount: { amount: '549.00', currency: 'MXN' },
          billId: version === 'v3.3' ? expect.any(String) : null,
        },
      });
      expect(await counter.client.consult(who(5985, '1111322016'))).toMatchObject({
        ok: true,
        value: { amount: null },
      });
    });

    it.each([
      [40, '501000000004', 'R2'],
      [6900, '1111362009', 'R9'],
      [2901, '1111322016', 'R16'],
      [1821, '1111992022', 'R22'],
    ])('a refused look-up: %i / %s is %s', async (billerId, account, code) => {
      expect(await counter.client.consult(who(billerId, account))).toMatchObject(refused(code));
      // A failed bill that the service kept says it again.
      expect(await counter.client.consult(who(billerId, account))).toMatchObject(refused(code));
    });

    it('an unknown biller', async () => {
      expect(await counter.client.consult(who(999_999_999, '1'))).toMatchObject(refused(null));
    });

    it('keys that are not accepted', async () => {
      for (const wrong of [{ secretKey: 'x' }, { apiKey: 'x' }]) {
        const stranger = counter.another(wrong);
        expect(await stranger.account()).toEqual({ ok: false, problem: { kind: 'keys-refused' } });
        const request = stranger.compose({
          kind: 'cash-out',
          ...who(TRAINING_BILLERS.bancoAzul, '1234567890123456'),
          amount: createMoney('1', 'MXN'),
          externalId: randomUUID(),
          posNumber: '07',
          cashierId: 'ana',
        });
        const options = { idempotencyKey: randomUUID(), requestDate: stranger.requestDate() };
        expect(await stranger.send(request, options)).toMatchObject({
          kind: 'refused',
          httpStatus: 401,
          code: null,
        });
      }
    });

    it('a base address of another trust, or without encryption', async () => {
      expect(await counter.another({ caPem: null }).account()).toEqual({
        ok: false,
        problem: { kind: 'service-unreachable', reason: 'tls-authority' },
      });
      const plain = counter.training.baseUrl.replace('https:', 'http:');
      expect(await counter.another({ baseUrl: plain }).account()).toEqual({
        ok: false,
        problem: { kind: 'service-unreachable', reason: 'insecure-address' },
      });
    });
  });

  describe('payments', () => {
    it('one that is done, and found again by its external_id and its id', async () => {
      const { answer, externalId } = await counter.pay({
        billerId: 40,
        accountNumber: '501000000007',
        amount: '549.00',
      });
      expect(answer).toMatchObject({
        kind: 'done',
        transaction: { ticketText: expect.stringMatching(/./) },
      });
      const id = answer.kind === 'done' ? answer.transaction?.id : undefined;
      expect(await counter.client.lookUp(externalId)).toMatchObject({
        kind: 'found',
        rows: [{ id, externalId, billerId: 40, accountNumber: '501000000007' }],
        time: { kind: 'agreed', time: expect.any(Number) },
      });
      expect(await counter.client.lookUpTransaction(id ?? '')).toMatchObject({
        kind: 'found',
        rows: [{ id }],
      });
      const listed = await counter.client.listTransactions(1);
      expect(listed.ok && listed.value.transactions.map((row) => row.externalId)).toContain(
        externalId,
      );
      const { transactions } = await counter.training.inspect(externalId);
      expect(transactions).toMatchObject([{ amount: '549.00', currency: 'MXN', posNumber: '07' }]);
    });

    it('one that was never made is empty', async () => {
      expect(await counter.client.lookUp(randomUUID())).toMatchObject({ kind: 'empty' });
    });

    it('the same key and bytes again give the first answer, and pay once', async () => {
      const first = await counter.pay({
        billerId: 35,
        accountNumber: '123456851236',
        amount: '10.10',
      });
      expect(first.answer.kind).toBe('done');
      const again = await counter.send(first.request, first.key);
      expect(again).toMatchObject({ kind: 'done' });
      expect(again.kind === 'done' && again.transaction?.id).toBe(
        first.answer.kind === 'done' && first.answer.transaction?.id,
      );
      expect((await counter.training.inspect(first.externalId)).transactions).toHaveLength(1);
      // Another key with the same external_id is refused as used.
      expect(await counter.send(first.request)).toMatchObject({ kind: 'refused', code: 'R49' });
    });

    it('the same payment, or another amount, within the time of the guards', async () => {
      const account = { billerId: 37, accountNumber: '7259047384' };
      const first = await counter.pay({ ...account, amount: '20.00' });
      expect(first.answer.kind).toBe('done');
      expect((await counter.pay({ ...account, amount: '20.00' })).answer).toMatchObject({
        kind: 'refused',
        httpStatus: 422,
        code: 'R36',
      });
      expect((await counter.pay({ ...account, amount: '21.00' })).answer).toMatchObject({
        code: 'R50',
      });
    });

    it.each([
      ['R24', { billerId: 37, accountNumber: '2424240024', amount: '15.00' }],
      ['R34', { billerId: 35, accountNumber: '125551234567', amount: '15.00', currency: 'USD' }],
      ['R102', { billerId: 35, accountNumber: '125551234568', amount: '0.01' }],
      ['R3', { billerId: 13599, accountNumber: '5599999999', amount: '93.30' }],
    ])('%s', async (code, payment) => {
      const { answer, externalId } = await counter.pay(payment);
      expect(answer).toMatchObject({ kind: 'refused', code, message: expect.any(String) });
      expect((await counter.training.inspect(externalId)).transactions).toEqual([]);
    });

    it('a top-up', async () => {
      const { answer } = await counter.pay({
        billerId: 13599,
        accountNumber: '5599999999',
        amount: '100.00',
      });
      expect(answer).toMatchObject({ kind: 'done' });
    });

    it('a phone number that is none', async () => {
      if (version === 'v3.3') {
        expect(await counter.client.consult(who(13599, '559999'))).toMatchObject(refused('R5'));
        return;
      }
      const { answer } = await counter.pay({
        billerId: 13599,
        accountNumber: '559999',
        amount: '100.00',
      });
      expect(answer).toMatchObject({ kind: 'refused', code: 'R5' });
    });

    it('a biller that asks for the name on the account', async () => {
      const payment = { billerId: 1781, accountNumber: '4111111111', amount: '50.00' };
      if (version === 'v3.3') {
        expect(await counter.client.consult(who(1781, '4111111111'))).toMatchObject(refused('R13'));
      } else {
        expect((await counter.pay(payment)).answer).toMatchObject({ code: 'R13' });
      }
      const named = await counter.pay({ ...payment, nameOnAccount: 'Ana Núñez' });
      expect(named.answer).toMatchObject({ kind: 'done' });
    });

    it('a shop without balance', async () => {
      await counter.training.setBalance('5.00');
      const { answer } = await counter.pay({
        billerId: 35,
        accountNumber: '125550001111',
        amount: '100.00',
      });
      expect(answer).toMatchObject({ kind: 'refused', code: 'R100' });
      expect(await counter.client.account()).toMatchObject({
        value: { balance: { amount: '5.00', currency: 'MXN' } },
      });
      await counter.training.setBalance('250000.00');
    });
  });

  describe('cash-out', () => {
    const cashOut = (billerId: number) =>
      counter.client.compose({
        kind: 'cash-out',
        ...who(billerId, '1234567890123456'),
        amount: createMoney('500', 'MXN'),
        externalId: randomUUID(),
        posNumber: '07',
        cashierId: 'ana',
      });

    it('is done by a partner, with its text', async () => {
      const answer = await counter.send(cashOut(TRAINING_BILLERS.bancoAzul));
      expect(answer).toMatchObject({
        kind: 'done',
        transaction: { ticketText: expect.stringMatching(/./) },
      });
    });

    it('is refused by every other biller', async () => {
      expect(await counter.send(cashOut(40))).toMatchObject({ kind: 'refused', code: 'R124' });
    });
  });

  describe('what only some versions have', () => {
    it('the top-up check', async () => {
      const check = await counter.client.check(who(13599, '5599999999'), createMoney('100', 'MXN'));
      expect(check).toMatchObject(
        version === 'v1.6'
          ? { ok: true, value: { received: expect.stringMatching(/^\d/), currency: 'MXN' } }
          : { ok: false, problem: { kind: 'not-offered', what: 'top-up-check' } },
      );
      expect(counter.client.capabilities.topUpCheck).toBe(version === 'v1.6');
    });

    it('cancellation', async () => {
      expect(counter.client.capabilities.cancel).toBe(version === 'v1.6');
      if (version !== 'v1.6') return;
      const paid = async (billerId: number, accountNumber: string): Promise<string> => {
        const { answer } = await counter.pay({ billerId, accountNumber, amount: '33.30' });
        return (answer.kind === 'done' && answer.transaction?.id) || '';
      };
      const cancel = (transactionId: string) =>
        counter.send(counter.client.compose({ kind: 'cancel', transactionId }));
      const id = await paid(35, '125559990000');
      expect(await cancel(id)).toMatchObject({ kind: 'done', transaction: null });
      expect(await cancel(id)).toMatchObject({ kind: 'refused', code: 'R103' });
      const looked = await counter.client.lookUpTransaction(id);
      // Version 1.6 shows no status; where there is one it says that the money went back.
      expect(looked).toMatchObject({ kind: 'found', rows: [{ id }] });
      const other = await paid(37, '5558880000');
      expect(await cancel(other)).toMatchObject({ kind: 'refused', code: 'R26' });
      expect(await cancel('999999999')).toMatchObject({ kind: 'refused' });
    });

    it('bills that the shop keeps', async () => {
      const { client } = counter;
      expect(client.capabilities.linkedBills).toBe(version !== 'v1.6');
      if (!client.capabilities.linkedBills) {
        expect(await client.listBills(1)).toMatchObject({ problem: { kind: 'not-offered' } });
        return;
      }
      const account = who(35, '125557770000');
      const created = await client.createBill(account);
      if (!created.ok) throw new Error(JSON.stringify(created.problem));
      const { id } = created.value;
      expect(created.value).toMatchObject({ billerId: 35, accountNumber: '125557770000' });
      expect(await client.createBill(account)).toMatchObject({ ok: true, value: { id } });
      expect(await client.getBill(id)).toMatchObject({ ok: true, value: { id, status: 'linked' } });
      const list = await client.listBills(1);
      expect(list.ok && list.value.bills.filter((bill) => bill.id === id)).toHaveLength(1);
      expect(await client.refreshBill(id)).toMatchObject({ ok: true, value: { id } });

      const request = client.compose({
        kind: 'pay',
        ...account,
        amount: createMoney('12.34', 'MXN'),
        externalId: randomUUID(),
        posNumber: null,
        billId: id,
      });
      expect(request.target).toBe(`/bills/${id}/pay`);
      expect(await counter.send(request)).toMatchObject({
        kind: 'done',
        transaction: { amount: expect.stringMatching(/^12\.34/) },
      });

      expect(await client.deleteBill(id)).toMatchObject({ ok: true, value: { isGone: true } });
      expect(await client.deleteBill(id)).toMatchObject({ ok: true, value: { isGone: true } });
      const after = await client.listBills(1);
      expect(after.ok && after.value.bills.some((bill) => bill.id === id)).toBe(false);
      expect(await client.getBill('999999')).toMatchObject({ ok: false });
    });

    it('extra data of a bill', async () => {
      const { client } = counter;
      if (!client.capabilities.linkedBills) {
        expect(await client.extraData('1')).toMatchObject({ problem: { kind: 'not-offered' } });
        return;
      }
      const created = await client.createBill(who(40, '501000000099'));
      const id = created.ok ? created.value.id : '';
      const extra = await client.extraData(id);
      expect(extra).toMatchObject({ ok: true, value: { bill: { id } } });
      expect(extra.ok && JSON.stringify(extra.value.extra)).toMatch(/^\{".+\}$/);
    });
  });

  it('makes a new identifier for every payment', async () => {
    const { externalId } = await counter.pay({
      billerId: 35,
      accountNumber: '125556660000',
      amount: '1.00',
    });
    expect(externalId).toMatch(UUID);
  });
});
