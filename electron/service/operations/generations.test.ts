import { describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { getVersionFacts, SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import { ACCOUNT, answer, KEYS, type Respond, rig } from '../test-exchange.ts';
import type { BillerAccount, MoneyOperation } from '../types.ts';

const WHO: BillerAccount = {
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  currency: 'MXN',
};
/** Before the first look-up the list tells whether its bill is a new one. */
const NO_BILLS = { bills: [] };
const BILL = {
  type: 'bill',
  id: 8390,
  biller_id: 40,
  account_number: '501000000007',
  balance: 549.0,
  balance_currency: 'MXN',
  balance_updated_at: null,
  status: 'linked',
};
const PAY = {
  kind: 'pay',
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  amount: createMoney('549', 'MXN'),
  externalId: 'e-1',
  posNumber: '07',
  billId: null,
} as const satisfies MoneyOperation;
const CASH_OUT = {
  kind: 'cash-out',
  billerId: 20001,
  accountNumber: '5',
  nameOnAccount: null,
  amount: createMoney('500.5', 'MXN'),
  externalId: 'e-2',
  posNumber: '07',
  cashierId: 'ana',
} as const satisfies MoneyOperation;

const GENERATION_3 = SERVICE_VERSIONS.filter(
  (version) => getVersionFacts(version).generation === 3,
);
const WITH_SINGLE = GENERATION_3.filter((version) => !getVersionFacts(version).paysOnlyBills);
const of = (version: ServiceVersion, respond: Respond, baseUrl = 'https://service.test') =>
  rig(respond, { version, baseUrl });
const wireOf = ({ seen }: ReturnType<typeof rig>) =>
  seen.map(({ method, target, body }) => [method, target, body]);

describe('generation 1.6 on the wire', () => {
  it('asks for everything by POST, with an empty object where there is nothing to say', async () => {
    const one = of('v1.6', () => answer(404, {}));
    const { service, finish } = one;
    await finish(service.account());
    await finish(service.rates());
    for (const kind of ['utility', 'top-up', 'gift-card', 'partner'] as const) {
      await finish(service.billers(kind));
    }
    await finish(service.consult({ ...WHO, nameOnAccount: 'Ana Ñ' }));
    await finish(service.check(WHO, createMoney('100', 'MXN')));
    expect(wireOf(one)).toEqual([
      ['POST', '/account', '{}'],
      ['POST', '/rates', '{}'],
      ['POST', '/billers/utilities', '{}'],
      ['POST', '/billers/topups', '{}'],
      ['POST', '/billers/gift_cards', '{}'],
      ['POST', '/billers/partner', '{}'],
      [
        'POST',
        '/bill/consult',
        '{"biller_id":40,"account_number":"501000000007","name_on_account":"Ana Ñ"}',
      ],
      ['POST', '/bill/check', '{"biller_id":40,"account_number":"501000000007","amount":100.00}'],
    ]);
  });

  it('composes money with exactly two decimals', () => {
    const { service, seen } = of('v1.6', () => answer(404, {}));
    expect(service.compose(PAY)).toEqual({
      method: 'POST',
      target: '/bill/pay',
      body: '{"biller_id":40,"account_number":"501000000007","amount":549.00,"currency":"MXN","external_id":"e-1","pos_number":"07"}',
    });
    expect(service.compose({ ...PAY, posNumber: null }).body).not.toContain('pos_number');
    expect(service.compose(CASH_OUT)).toEqual({
      method: 'POST',
      target: '/bill/cash_out',
      body: '{"biller_id":20001,"account_number":"5","amount":500.50,"currency":"MXN","external_id":"e-2","pos_number":"07","cashier_id":"ana"}',
    });
    expect(service.compose({ kind: 'cancel', transactionId: '48586' })).toEqual({
      method: 'POST',
      target: '/transaction/cancel',
      body: '{"id":48586}',
    });
    expect(service.compose({ kind: 'cancel', transactionId: 'a"b' }).body).toBe('{"id":"a\\"b"}');
    expect(seen).toEqual([]);
  });

  it('has no bills, and says so as a value', async () => {
    const { service, seen } = of('v1.6', () => answer(404, {}));
    expect(service.capabilities).toEqual({
      topUpCheck: true,
      cancel: true,
      linkedBills: false,
      drp: true,
      tellsStatus: false,
    });
    const notOffered = { ok: false, problem: { kind: 'not-offered', what: 'linked-bills' } };
    expect(await service.listBills(1)).toEqual(notOffered);
    expect(await service.createBill(WHO)).toEqual(notOffered);
    expect(await service.deleteBill('1')).toEqual(notOffered);
    expect(seen).toEqual([]);
  });
});

describe.each(GENERATION_3)('generation 3 on the wire: %s', (version) => {
  it('reads by GET without a body, and signs no digest then', async () => {
    const one = of(version, () => answer(404, {}));
    const { service, finish, seen } = one;
    await finish(service.account());
    await finish(service.rates());
    await finish(service.billers('top-up'));
    await finish(service.listBills(1));
    await finish(service.getBill('83 90'));
    await finish(service.extraData('8390'));
    await finish(service.refreshBill('8390'));
    await finish(service.deleteBill('8390'));
    await finish(service.createBill({ ...WHO, nameOnAccount: 'Ana' }));
    expect(wireOf(one)).toEqual([
      ['GET', '/account', null],
      ['GET', '/rates', null],
      ['GET', '/billers/topups', null],
      ['GET', '/bills', null],
      ['GET', '/bills/83%2090', null],
      ['GET', '/bills/8390/xdata', null],
      ['POST', '/bills/8390/refresh', '{}'],
      ['DELETE', '/bills/8390', null],
      [
        'POST',
        '/bills',
        '{"biller_id":40,"account_number":"501000000007","name_on_account":"Ana"}',
      ],
    ]);
    for (const { method, headers } of seen) {
      expect('Content-MD5' in headers).toBe(method === 'POST');
      expect(headers.Accept).toBe(`application/vnd.acme.${version}+json`);
      expect(headers['Content-Type']).toBe('application/json');
      expect(headers.Authorization).toMatch(new RegExp(`^APIAuth ${KEYS.apiKey}:`));
      expect(headers).not.toHaveProperty('Idempotency-Key');
    }
  });

  it('composes the payment of a bill, and cash-out', () => {
    const { service } = of(version, () => answer(404, {}));
    expect(service.compose({ ...PAY, billId: '8390' })).toEqual({
      method: 'POST',
      target: '/bills/8390/pay',
      body: '{"amount":549.00,"currency":"MXN","external_id":"e-1","pos_number":"07"}',
    });
    expect(service.compose(CASH_OUT)).toMatchObject({ target: '/single/cash_out' });
    expect(() => service.compose({ kind: 'cancel', transactionId: '1' })).toThrow(TypeError);
  });

  it('has no top-up check and no cancellation', async () => {
    const { service } = of(version, () => answer(404, {}));
    expect(service.capabilities).toEqual({
      topUpCheck: false,
      cancel: false,
      linkedBills: true,
      drp: false,
      tellsStatus: true,
    });
    expect(await service.check(WHO, createMoney('1', 'MXN'))).toEqual({
      ok: false,
      problem: { kind: 'not-offered', what: 'top-up-check' },
    });
  });

  it('takes a bill that is gone as gone', async () => {
    const gone = (response: ReturnType<Respond>) => {
      const { service, finish } = of(version, () => response);
      return finish(service.deleteBill('1'));
    };
    const yes = { ok: true, value: { isGone: true } };
    expect(await gone(answer(200, BILL))).toMatchObject({
      ok: true,
      value: { isGone: true, bill: { id: '8390' } },
    });
    expect(await gone(answer(422, { message: 'This bill is already deleted' }))).toMatchObject(yes);
    expect(await gone(answer(404, { message: 'not found' }))).toMatchObject(yes);
    expect(await gone(answer(422, { code: 'R9' }))).toMatchObject({ ok: false });
  });
});

describe('what a walk-in customer is consulted and paid by', () => {
  it.each(WITH_SINGLE)('%s: single operations', async (version) => {
    const one = of(version, () => answer(200, { bill_amount: 549, bill_amount_currency: 'MXN' }));
    expect(await one.finish(one.service.consult(WHO))).toMatchObject({
      ok: true,
      value: { amount: { amount: '549.00', currency: 'MXN' }, billId: null },
    });
    expect(wireOf(one)).toEqual([
      ['POST', '/single/consult', '{"biller_id":40,"account_number":"501000000007"}'],
    ]);
    expect(one.service.compose(PAY).target).toBe('/single/pay');
  });

  it('v3.3: a bill, which the payment then needs', async () => {
    const one = of('v3.3', ({ method }) => answer(201, method === 'GET' ? NO_BILLS : BILL));
    expect(await one.finish(one.service.consult(WHO))).toMatchObject({
      ok: true,
      value: { amount: { amount: '549.00', currency: 'MXN' }, billId: '8390' },
    });
    expect(one.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /bills',
      'POST /bills',
    ]);
    expect(() => one.service.compose(PAY)).toThrow(TypeError);
  });

  it('v3.3: an existing bill with an old balance is refreshed', async () => {
    const hourAgo = (at: number) => new Date(at - 3_600_000).toISOString();
    const one = of('v3.3', ({ target, at }) =>
      target.endsWith('/refresh')
        ? answer(200, { ...BILL, balance: 700.25 })
        : answer(200, { ...BILL, balance_updated_at: hourAgo(at) }),
    );
    expect(await one.finish(one.service.consult(WHO))).toMatchObject({
      value: { amount: { amount: '700.25' } },
    });
    const refusing = (code: string) =>
      of('v3.3', ({ target, at }) =>
        target.endsWith('/refresh')
          ? answer(422, { code })
          : answer(200, { ...BILL, balance_updated_at: hourAgo(at) }),
      );
    const cannot = refusing('R119');
    expect(await cannot.finish(cannot.service.consult(WHO))).toMatchObject({ ok: true });
    const fails = refusing('R22');
    expect(await fails.finish(fails.service.consult(WHO))).toMatchObject({
      problem: { code: 'R22' },
    });
  });

  it('v3.3: a refusal tells which bill it has left, and whether that was there before', async () => {
    const left = { code: 'R2', message: 'Invalid Account Number', id: 8389 };
    let bills: readonly object[] = [BILL];
    const one = of('v3.3', ({ method }) =>
      method === 'GET' ? answer(200, { bills }) : answer(422, left),
    );
    const consulted = await one.finish(one.service.consult(WHO));
    expect(consulted).toEqual({
      ok: false,
      problem: {
        kind: 'service-refused',
        httpStatus: 422,
        code: 'R2',
        message: 'Invalid Account Number',
      },
      failedBill: { id: '8389', wasThere: false },
    });
    bills = [BILL, { ...BILL, id: 8389, status: 'failed' }];
    expect(await one.finish(one.service.consult(WHO))).toMatchObject({
      failedBill: { id: '8389', wasThere: true },
    });
    expect(await one.finish(one.service.createBill(WHO))).toMatchObject({
      ok: false,
      failedBill: { id: '8389', wasThere: null },
    });
    const names = of('v3.3', ({ method }) =>
      method === 'GET' ? answer(200, NO_BILLS) : answer(422, { code: 'R13' }),
    );
    const refused = await names.finish(names.service.consult(WHO));
    expect(refused).not.toHaveProperty('failedBill');
  });

  it('v3.3: a bill that is being fetched is asked for again', async () => {
    const one = of('v3.3', (_request, count) => {
      if (count === 1) return answer(200, NO_BILLS);
      return answer(200, count < 4 ? { ...BILL, status: 'fetching', balance: null } : BILL);
    });
    expect(await one.finish(one.service.consult(WHO))).toMatchObject({
      value: { amount: { amount: '549.00' } },
    });
    expect(one.seen.map((request) => request.method)).toEqual(['GET', 'POST', 'GET', 'GET']);
    const never = of('v3.3', () => answer(200, { ...BILL, status: 'fetching', balance: null }));
    expect(await never.finish(never.service.consult(WHO))).toMatchObject({
      value: { amount: null, billId: '8390' },
    });
  });

  it('v3.3: a bill that failed is a refusal with its code', async () => {
    const failed = { ...BILL, status: 'failed', error_code: 'R2', error_message: 'Invalid' };
    const one = of('v3.3', () => answer(200, failed));
    expect(await one.finish(one.service.consult(WHO))).toMatchObject({
      problem: { kind: 'service-refused', code: 'R2', message: 'Invalid' },
    });
  });
});

describe('lists of billers', () => {
  const page = (number: number) => ({
    billers: [
      { id: number * 10, name: `A${number}`, currency: 'MXN' },
      { id: number * 10 + 1, name: null },
    ],
  });
  const header = (next: number | null, total: number) => ({
    'x-pagination': JSON.stringify({ total_entries: total, total_pages: 3, next_page: next }),
  });

  it('come page by page, without the rows that are no biller', async () => {
    const one = of('v3.mx', (_request, count) =>
      answer(200, page(count), header(count < 3 ? count + 1 : null, 6)),
    );
    const progress: unknown[] = [];
    const list = await one.finish(one.service.billers('utility', (step) => progress.push(step)));
    expect(list.ok && list.value.map((biller) => biller.id)).toEqual([10, 20, 30]);
    expect(one.seen.map((request) => request.target)).toEqual([
      '/billers/utilities',
      '/billers/utilities?page=2',
      '/billers/utilities?page=3',
    ]);
    expect(progress).toEqual([
      { page: 1, totalPages: 3, entries: 2 },
      { page: 2, totalPages: 3, entries: 4 },
      { page: 3, totalPages: 3, entries: 6 },
    ]);
  });

  it('are a problem when they are not whole', async () => {
    const repeats = of('v3.mx', (_request, count) => answer(200, page(1), header(count + 1, 90)));
    expect(await repeats.finish(repeats.service.billers('utility'))).toMatchObject({
      ok: false,
      problem: { kind: 'service-unreadable' },
    });
    const breaksOff = of('v3.mx', (_request, count) =>
      count === 1 ? answer(200, page(1), header(2, 90)) : answer(404, ''),
    );
    expect(await breaksOff.finish(breaksOff.service.billers('utility'))).toMatchObject({
      ok: false,
    });
    const useless = of('v3.mx', () => answer(200, { billers: [{ id: null }] }, header(null, 1)));
    expect(await useless.finish(useless.service.billers('utility'))).toMatchObject({ ok: false });
  });

  it('accepts an empty biller list', async () => {
    const one = of('v1.6', () => answer(200, { billers: [] }));
    expect(await one.finish(one.service.billers('partner'))).toEqual({ ok: true, value: [] });
  });
});

describe('the base address', () => {
  it('may have a path, which is part of what is sent and signed', async () => {
    const one = of('v3.mx', () => answer(200, ACCOUNT), 'https://service.test/api/v3/');
    await one.finish(one.service.account());
    expect(one.seen[0]?.target).toBe('/api/v3/account');
    expect(one.service.compose(PAY).target).toBe('/api/v3/single/pay');
    await one.finish(one.service.lookUp('e-1'));
    expect(one.seen[1]?.target).toBe('/api/v3/transactions?q%5Bexternal_id_eq%5D=e-1');
  });
});
