import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillerAccount } from '../../electron/service/index.ts';
import { TRAINING_BILLERS } from '../../electron/training/index.ts';
import type { BillerKind } from '../../shared/contract/index.ts';
import { createMoney } from '../../shared/money/index.ts';
import { type Counter, openCounter, VERSIONS } from './open-counter.ts';

const UUID_PATTERN = /^[0-9a-f-]{36}$/;
const createAccount = (
  billerId: number,
  accountNumber: string,
  nameOnAccount: string | null = null,
) => ({ billerId, accountNumber, nameOnAccount, currency: 'MXN' }) satisfies BillerAccount;
const createRefusal = (code: string | null) => ({
  ok: false,
  problem: { kind: 'service-refused', code },
});

describe.each(VERSIONS)('the client against the training service: %s', (version) => {
  let counter: Counter;
  beforeAll(async () => {
    counter = await openCounter(version);
  });
  afterAll(() => counter.close());

  /** The strict service names no currency for the account, so that of the version is used. */
  const accountCurrency = version === 'v3.co' ? 'COP' : 'MXN';

  describe('reads', () => {
    it('reads the account', async () => {
      expect(await counter.client.readAccount()).toMatchObject({
        ok: true,
        value: { balance: { currency: accountCurrency } },
      });
      expect(counter.client.health).toMatchObject({ problem: null });
    });

    it.each<[BillerKind, number, number]>([
      ['utility', TRAINING_BILLERS.cfe, 5000],
      ['top-up', TRAINING_BILLERS.telcel, 100],
      ['gift-card', 0, 20],
      ['partner', TRAINING_BILLERS.bancoAzul, 5],
    ])('reads all %s billers', async (kind, knownBillerId, minCount) => {
      const pages: number[] = [];
      const list = await counter.client.readBillers(kind, ({ page }) => pages.push(page));
      if (!list.ok) throw new Error(JSON.stringify(list.problem));
      expect(list.value.length).toBeGreaterThanOrEqual(minCount);
      expect(new Set(list.value.map((biller) => biller.id)).size).toBe(list.value.length);
      expect(list.value.every((biller) => biller.kind === kind)).toBe(true);
      if (knownBillerId > 0)
        expect(list.value.some((biller) => biller.id === knownBillerId)).toBe(true);
      expect(pages).toEqual(pages.map((_page, index) => index + 1));
      if (kind === 'utility') expect(pages.length).toBeGreaterThan(3);
      if (kind === 'top-up') {
        expect(list.value.some((biller) => biller.amounts.kind !== 'any')).toBe(true);
      }
    });

    it('reads the rates, under the currency codes of the service', async () => {
      const rates = await counter.client.readExchangeRates();
      expect(rates.ok && rates.value.MXN).toMatch(/^\d+\.\d+$/);
      expect(rates.ok && rates.value.RD).toMatch(/^\d+\.\d+$/);
    });

    it('reads a balance, and a balance without an amount', async () => {
      expect(await counter.client.consult(createAccount(40, '501000000007'))).toMatchObject({
        ok: true,
        value: {
          amount: { amount: '549.00', currency: 'MXN' },
          billId: version === 'v3.3' ? expect.any(String) : null,
        },
      });
      expect(await counter.client.consult(createAccount(5985, '1111322016'))).toMatchObject({
        ok: true,
        value: { amount: null },
      });
    });

    it.each([
      [40, '501000000004', 'R2'],
      [6900, '1111362009', 'R9'],
      [2901, '1111322016', 'R16'],
      [1821, '1111992022', 'R22'],
    ])(
      "returns the service's refusal of a consult: %i / %s is %s",
      async (billerId, account, code) => {
        expect(await counter.client.consult(createAccount(billerId, account))).toMatchObject(
          createRefusal(code),
        );
        // The service repeats the code of a failed bill that it stored.
        expect(await counter.client.consult(createAccount(billerId, account))).toMatchObject(
          createRefusal(code),
        );
      },
    );

    it('returns a refusal for an unknown biller', async () => {
      expect(await counter.client.consult(createAccount(999_999_999, '1'))).toMatchObject(
        createRefusal(null),
      );
    });

    it('returns keys-refused for a wrong API key or secret key', async () => {
      for (const wrongKeys of [{ secretKey: 'x' }, { apiKey: 'x' }]) {
        const otherClient = counter.createClient(wrongKeys);
        expect(await otherClient.readAccount()).toEqual({
          ok: false,
          problem: { kind: 'keys-refused' },
        });
        const request = otherClient.compose({
          kind: 'cash-out',
          ...createAccount(TRAINING_BILLERS.bancoAzul, '1234567890123456'),
          amount: createMoney('1', 'MXN'),
          externalId: randomUUID(),
          posNumber: '07',
          cashierId: 'ana',
        });
        const options = { idempotencyKey: randomUUID(), requestDate: otherClient.getRequestDate() };
        expect(await otherClient.send(request, options)).toMatchObject({
          kind: 'refused',
          httpStatus: 401,
          code: null,
        });
      }
    });

    it('returns service-unreachable for an untrusted authority and for an address without encryption', async () => {
      expect(await counter.createClient({ caPem: null }).readAccount()).toEqual({
        ok: false,
        problem: { kind: 'service-unreachable', reason: 'tls-authority' },
      });
      const plain = counter.training.baseUrl.replace('https:', 'http:');
      expect(await counter.createClient({ baseUrl: plain }).readAccount()).toEqual({
        ok: false,
        problem: { kind: 'service-unreachable', reason: 'insecure-address' },
      });
    });
  });

  describe('payments', () => {
    it('performs a payment, and finds it by its external_id and its id', async () => {
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
      expect(await counter.lookUp(externalId)).toMatchObject({
        kind: 'found',
        rows: [{ id, externalId }],
        time: { kind: 'agreed', time: expect.any(Number) },
      });
      expect(await counter.client.lookUpTransaction(id ?? '')).toMatchObject({
        kind: 'found',
        rows: [{ id }],
      });
      const recent = await counter.client.listTransactions(1);
      expect(recent.ok && recent.value.transactions.map((row) => row.id)).toContain(id);
      const { transactions } = await counter.training.inspect(externalId);
      expect(transactions).toMatchObject([{ amount: '549.00', currency: 'MXN', posNumber: '07' }]);
    });

    it('finds no row for a payment that was never sent', async () => {
      expect(await counter.lookUp(randomUUID())).toMatchObject({ kind: 'empty' });
    });

    it('returns the first answer for the same key and bytes, and pays once', async () => {
      const first = await counter.pay({
        billerId: 35,
        accountNumber: '123456851236',
        amount: '10.10',
      });
      expect(first.answer.kind).toBe('done');
      const resent = await counter.send(first.request, first.key);
      expect(resent).toMatchObject({ kind: 'done' });
      expect(resent.kind === 'done' && resent.transaction?.id).toBe(
        first.answer.kind === 'done' && first.answer.transaction?.id,
      );
      expect((await counter.training.inspect(first.externalId)).transactions).toHaveLength(1);
      // The same external_id with another key is refused as used.
      expect(await counter.send(first.request)).toMatchObject({ kind: 'refused', code: 'R49' });
    });

    it("refuses the same payment, and another amount for its account, within the guard's time", async () => {
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
    ])('returns a refusal with code %s and performs nothing', async (code, payment) => {
      const { answer, externalId } = await counter.pay(payment);
      expect(answer).toMatchObject({ kind: 'refused', code, message: expect.any(String) });
      expect((await counter.training.inspect(externalId)).transactions).toEqual([]);
    });

    it('performs a top-up', async () => {
      const { answer } = await counter.pay({
        billerId: 13599,
        accountNumber: '5599999999',
        amount: '100.00',
      });
      expect(answer).toMatchObject({ kind: 'done' });
    });

    it('refuses an invalid phone number with R5', async () => {
      if (version === 'v3.3') {
        expect(await counter.client.consult(createAccount(13599, '559999'))).toMatchObject(
          createRefusal('R5'),
        );
        return;
      }
      const { answer } = await counter.pay({
        billerId: 13599,
        accountNumber: '559999',
        amount: '100.00',
      });
      expect(answer).toMatchObject({ kind: 'refused', code: 'R5' });
    });

    it('refuses a payment without the required account name with R13, and performs it with the name', async () => {
      const payment = { billerId: 1781, accountNumber: '4111111111', amount: '50.00' };
      if (version === 'v3.3') {
        expect(await counter.client.consult(createAccount(1781, '4111111111'))).toMatchObject(
          createRefusal('R13'),
        );
      } else {
        expect((await counter.pay(payment)).answer).toMatchObject({ code: 'R13' });
      }
      const namedPayment = await counter.pay({ ...payment, nameOnAccount: 'Ana Núñez' });
      expect(namedPayment.answer).toMatchObject({ kind: 'done' });
    });

    it("refuses a payment above the shop's balance with R100", async () => {
      await counter.training.setBalance('5.00');
      const { answer } = await counter.pay({
        billerId: 35,
        accountNumber: '125550001111',
        amount: '100.00',
      });
      expect(answer).toMatchObject({ kind: 'refused', code: 'R100' });
      expect(await counter.client.readAccount()).toMatchObject({
        value: { balance: { amount: '5.00', currency: accountCurrency } },
      });
      await counter.training.setBalance('250000.00');
    });
  });

  describe('cash-out', () => {
    const composeCashOut = (billerId: number) =>
      counter.client.compose({
        kind: 'cash-out',
        ...createAccount(billerId, '1234567890123456'),
        amount: createMoney('500', 'MXN'),
        externalId: randomUUID(),
        posNumber: '07',
        cashierId: 'ana',
      });

    it('performs a cash-out of a partner, with its ticket text', async () => {
      const answer = await counter.send(composeCashOut(TRAINING_BILLERS.bancoAzul));
      expect(answer).toMatchObject({
        kind: 'done',
        transaction: { ticketText: expect.stringMatching(/./) },
      });
    });

    it('refuses a cash-out of any other biller with R124', async () => {
      expect(await counter.send(composeCashOut(40))).toMatchObject({
        kind: 'refused',
        code: 'R124',
      });
    });
  });

  describe('version-dependent calls', () => {
    it('offers the top-up check only in v1.6', async () => {
      const check = await counter.client.checkTopUp(
        createAccount(13599, '5599999999'),
        createMoney('100', 'MXN'),
      );
      expect(check).toMatchObject(
        version === 'v1.6'
          ? { ok: true, value: { receivedAmount: expect.stringMatching(/^\d/), currency: 'MXN' } }
          : { ok: false, problem: { kind: 'not-offered', what: 'top-up-check' } },
      );
      expect(counter.client.capabilities.hasTopUpCheck).toBe(version === 'v1.6');
    });

    it('cancels a payment once, only in v1.6', async () => {
      expect(counter.client.capabilities.hasCancel).toBe(version === 'v1.6');
      if (version !== 'v1.6') return;
      const payAndGetId = async (billerId: number, accountNumber: string): Promise<string> => {
        const { answer } = await counter.pay({ billerId, accountNumber, amount: '33.30' });
        return (answer.kind === 'done' && answer.transaction?.id) || '';
      };
      const cancel = (transactionId: string) =>
        counter.send(counter.client.compose({ kind: 'cancel', transactionId }));
      const id = await payAndGetId(35, '125559990000');
      expect(await cancel(id)).toMatchObject({ kind: 'done', transaction: null });
      expect(await cancel(id)).toMatchObject({ kind: 'refused', code: 'R103' });
      const lookUp = await counter.client.lookUpTransaction(id);
      // Version 1.6 returns no status; a version with status reports the refund.
      expect(lookUp).toMatchObject({ kind: 'found', rows: [{ id }] });
      const otherId = await payAndGetId(37, '5558880000');
      expect(await cancel(otherId)).toMatchObject({ kind: 'refused', code: 'R26' });
      expect(await cancel('999999999')).toMatchObject({ kind: 'refused' });
    });

    it('creates, lists, refreshes, pays and deletes linked bills in versions that have them', async () => {
      const { client } = counter;
      expect(client.capabilities.hasLinkedBills).toBe(version !== 'v1.6');
      if (!client.capabilities.hasLinkedBills) {
        expect(await client.listBills(1)).toMatchObject({ problem: { kind: 'not-offered' } });
        return;
      }
      const account = createAccount(35, '125557770000');
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
      const listAfterDelete = await client.listBills(1);
      expect(listAfterDelete.ok && listAfterDelete.value.bills.some((bill) => bill.id === id)).toBe(
        false,
      );
      expect(await client.getBill('999999')).toMatchObject({ ok: false });
    });

    it("reads a bill's extra data in versions that have it", async () => {
      const { client } = counter;
      if (!client.capabilities.hasLinkedBills) {
        expect(await client.readExtraData('1')).toMatchObject({ problem: { kind: 'not-offered' } });
        return;
      }
      const created = await client.createBill(createAccount(40, '501000000099'));
      const id = created.ok ? created.value.id : '';
      const extraData = await client.readExtraData(id);
      expect(extraData).toMatchObject({ ok: true, value: { bill: { id } } });
      expect(extraData.ok && JSON.stringify(extraData.value.extra)).toMatch(/^\{".+\}$/);
    });
  });

  it('creates a new external_id for every payment', async () => {
    const { externalId } = await counter.pay({
      billerId: 35,
      accountNumber: '125556660000',
      amount: '1.00',
    });
    expect(externalId).toMatch(UUID_PATTERN);
  });
});
