import { describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { getServiceVersionInfo, SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import {
  createTestAnswer,
  createTestService,
  type RespondToTestRequest,
  TEST_ACCOUNT,
  TEST_KEYS,
} from '../test-exchange.ts';
import type { BillerAccount, MoneyOperation } from '../types.ts';

const ACCOUNT_INPUT: BillerAccount = {
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  currency: 'MXN',
};
/** Read before the first consultation, to find out whether its bill is new. */
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
  (version) => getServiceVersionInfo(version).generation === 3,
);
const WITH_SINGLE = GENERATION_3.filter((version) => !getServiceVersionInfo(version).paysOnlyBills);
const createRig = (
  version: ServiceVersion,
  respond: RespondToTestRequest,
  baseUrl = 'https://service.test',
) => createTestService(respond, { version, baseUrl });
const listSentRequests = ({ requests }: ReturnType<typeof createTestService>) =>
  requests.map(({ method, target, body }) => [method, target, body]);

describe('generation 1.6 on the wire', () => {
  it('sends every request of generation 1 as POST, with {} if it has no parameters', async () => {
    const rig = createRig('v1.6', () => createTestAnswer(404, {}));
    const { service, runUntilSettled } = rig;
    await runUntilSettled(service.readAccount());
    await runUntilSettled(service.readExchangeRates());
    for (const kind of ['utility', 'top-up', 'gift-card', 'partner'] as const) {
      await runUntilSettled(service.readBillers(kind));
    }
    await runUntilSettled(service.consult({ ...ACCOUNT_INPUT, nameOnAccount: 'Ana Ñ' }));
    await runUntilSettled(service.checkTopUp(ACCOUNT_INPUT, createMoney('100', 'MXN')));
    expect(listSentRequests(rig)).toEqual([
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

  it('composes requests of generation 1 that move money, with exactly two decimals', () => {
    const { service, requests } = createRig('v1.6', () => createTestAnswer(404, {}));
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
    expect(requests).toEqual([]);
  });

  it('returns not-offered for every bill operation in generation 1', async () => {
    const { service, requests } = createRig('v1.6', () => createTestAnswer(404, {}));
    expect(service.capabilities).toEqual({
      hasTopUpCheck: true,
      hasCancel: true,
      hasLinkedBills: false,
      hasDrp: true,
      hasTransactionStatus: false,
    });
    const notOffered = { ok: false, problem: { kind: 'not-offered', what: 'linked-bills' } };
    expect(await service.listBills(1)).toEqual(notOffered);
    expect(await service.createBill(ACCOUNT_INPUT)).toEqual(notOffered);
    expect(await service.deleteBill('1')).toEqual(notOffered);
    expect(requests).toEqual([]);
  });
});

describe.each(GENERATION_3)('generation 3 on the wire: %s', (version) => {
  it('reads by GET without a body and without Content-MD5', async () => {
    const rig = createRig(version, () => createTestAnswer(404, {}));
    const { service, runUntilSettled, requests } = rig;
    await runUntilSettled(service.readAccount());
    await runUntilSettled(service.readExchangeRates());
    await runUntilSettled(service.readBillers('top-up'));
    await runUntilSettled(service.listBills(1));
    await runUntilSettled(service.getBill('83 90'));
    await runUntilSettled(service.readExtraData('8390'));
    await runUntilSettled(service.refreshBill('8390'));
    await runUntilSettled(service.deleteBill('8390'));
    await runUntilSettled(service.createBill({ ...ACCOUNT_INPUT, nameOnAccount: 'Ana' }));
    expect(listSentRequests(rig)).toEqual([
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
    for (const { method, headers } of requests) {
      expect('Content-MD5' in headers).toBe(method === 'POST');
      expect(headers.Accept).toBe(`application/vnd.acme.${version}+json`);
      expect(headers['Content-Type']).toBe('application/json');
      expect(headers.Authorization).toMatch(new RegExp(`^APIAuth ${TEST_KEYS.apiKey}:`));
      expect(headers).not.toHaveProperty('Idempotency-Key');
    }
  });

  it('composes a bill payment and a cash-out in generation 3', () => {
    const { service } = createRig(version, () => createTestAnswer(404, {}));
    expect(service.compose({ ...PAY, billId: '8390' })).toEqual({
      method: 'POST',
      target: '/bills/8390/pay',
      body: '{"amount":549.00,"currency":"MXN","external_id":"e-1","pos_number":"07"}',
    });
    expect(service.compose(CASH_OUT)).toMatchObject({ target: '/single/cash_out' });
    expect(() => service.compose({ kind: 'cancel', transactionId: '1' })).toThrow(TypeError);
  });

  it('offers neither a top-up check nor a cancellation in generation 3', async () => {
    const { service } = createRig(version, () => createTestAnswer(404, {}));
    expect(service.capabilities).toEqual({
      hasTopUpCheck: false,
      hasCancel: false,
      hasLinkedBills: true,
      hasDrp: false,
      hasTransactionStatus: true,
    });
    expect(await service.checkTopUp(ACCOUNT_INPUT, createMoney('1', 'MXN'))).toEqual({
      ok: false,
      problem: { kind: 'not-offered', what: 'top-up-check' },
    });
  });

  it('reports a bill as gone when it is deleted twice or not found', async () => {
    const deleteBill = (response: ReturnType<RespondToTestRequest>) => {
      const { service, runUntilSettled } = createRig(version, () => response);
      return runUntilSettled(service.deleteBill('1'));
    };
    const goneResult = { ok: true, value: { isGone: true } };
    expect(await deleteBill(createTestAnswer(200, BILL))).toMatchObject({
      ok: true,
      value: { isGone: true, bill: { id: '8390' } },
    });
    expect(
      await deleteBill(createTestAnswer(422, { message: 'This bill is already deleted' })),
    ).toMatchObject(goneResult);
    expect(await deleteBill(createTestAnswer(404, { message: 'not found' }))).toMatchObject(
      goneResult,
    );
    expect(await deleteBill(createTestAnswer(422, { code: 'R9' }))).toMatchObject({ ok: false });
  });
});

describe('consulting and paying for a walk-in customer', () => {
  it.each(WITH_SINGLE)('uses single operations in %s', async (version) => {
    const rig = createRig(version, () =>
      createTestAnswer(200, { bill_amount: 549, bill_amount_currency: 'MXN' }),
    );
    expect(await rig.runUntilSettled(rig.service.consult(ACCOUNT_INPUT))).toMatchObject({
      ok: true,
      value: { amount: { amount: '549.00', currency: 'MXN' }, billId: null },
    });
    expect(listSentRequests(rig)).toEqual([
      ['POST', '/single/consult', '{"biller_id":40,"account_number":"501000000007"}'],
    ]);
    expect(rig.service.compose(PAY).target).toBe('/single/pay');
  });

  it('creates the bill that a payment needs in v3.3', async () => {
    const rig = createRig('v3.3', ({ method }) =>
      createTestAnswer(201, method === 'GET' ? NO_BILLS : BILL),
    );
    expect(await rig.runUntilSettled(rig.service.consult(ACCOUNT_INPUT))).toMatchObject({
      ok: true,
      value: { amount: { amount: '549.00', currency: 'MXN' }, billId: '8390' },
    });
    expect(rig.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /bills',
      'POST /bills',
    ]);
    expect(() => rig.service.compose(PAY)).toThrow(TypeError);
  });

  it('refreshes an existing bill with an old balance in v3.3', async () => {
    const getHourAgo = (at: number) => new Date(at - 3_600_000).toISOString();
    const rig = createRig('v3.3', ({ target, at }) =>
      target.endsWith('/refresh')
        ? createTestAnswer(200, { ...BILL, balance: 700.25 })
        : createTestAnswer(200, { ...BILL, balance_updated_at: getHourAgo(at) }),
    );
    expect(await rig.runUntilSettled(rig.service.consult(ACCOUNT_INPUT))).toMatchObject({
      value: { amount: { amount: '700.25' } },
    });
    const createRefusingRig = (code: string) =>
      createRig('v3.3', ({ target, at }) =>
        target.endsWith('/refresh')
          ? createTestAnswer(422, { code })
          : createTestAnswer(200, { ...BILL, balance_updated_at: getHourAgo(at) }),
      );
    const notOffered = createRefusingRig('R119');
    expect(
      await notOffered.runUntilSettled(notOffered.service.consult(ACCOUNT_INPUT)),
    ).toMatchObject({
      ok: true,
    });
    const refused = createRefusingRig('R22');
    expect(await refused.runUntilSettled(refused.service.consult(ACCOUNT_INPUT))).toMatchObject({
      problem: { code: 'R22' },
    });
  });

  it('returns the failed bill of a refusal and whether it existed before in v3.3', async () => {
    const refusal = { code: 'R2', message: 'Invalid Account Number', id: 8389 };
    let bills: readonly object[] = [BILL];
    const rig = createRig('v3.3', ({ method }) =>
      method === 'GET' ? createTestAnswer(200, { bills }) : createTestAnswer(422, refusal),
    );
    const consulted = await rig.runUntilSettled(rig.service.consult(ACCOUNT_INPUT));
    expect(consulted).toEqual({
      ok: false,
      problem: {
        kind: 'service-refused',
        httpStatus: 422,
        code: 'R2',
        message: 'Invalid Account Number',
      },
      failedBill: { id: '8389', existedBefore: false },
    });
    bills = [BILL, { ...BILL, id: 8389, status: 'failed' }];
    expect(await rig.runUntilSettled(rig.service.consult(ACCOUNT_INPUT))).toMatchObject({
      failedBill: { id: '8389', existedBefore: true },
    });
    expect(await rig.runUntilSettled(rig.service.createBill(ACCOUNT_INPUT))).toMatchObject({
      ok: false,
      failedBill: { id: '8389', existedBefore: null },
    });
    const withoutId = createRig('v3.3', ({ method }) =>
      method === 'GET' ? createTestAnswer(200, NO_BILLS) : createTestAnswer(422, { code: 'R13' }),
    );
    const refused = await withoutId.runUntilSettled(withoutId.service.consult(ACCOUNT_INPUT));
    expect(refused).not.toHaveProperty('failedBill');
  });

  it('polls a bill while the service is fetching it in v3.3', async () => {
    const rig = createRig('v3.3', (_request, count) => {
      if (count === 1) return createTestAnswer(200, NO_BILLS);
      return createTestAnswer(
        200,
        count < 4 ? { ...BILL, status: 'fetching', balance: null } : BILL,
      );
    });
    expect(await rig.runUntilSettled(rig.service.consult(ACCOUNT_INPUT))).toMatchObject({
      value: { amount: { amount: '549.00' } },
    });
    expect(rig.requests.map((request) => request.method)).toEqual(['GET', 'POST', 'GET', 'GET']);
    const endless = createRig('v3.3', () =>
      createTestAnswer(200, { ...BILL, status: 'fetching', balance: null }),
    );
    expect(await endless.runUntilSettled(endless.service.consult(ACCOUNT_INPUT))).toMatchObject({
      value: { amount: null, billId: '8390' },
    });
  });

  it('returns the code of a failed bill as a refusal in v3.3', async () => {
    const failedBill = { ...BILL, status: 'failed', error_code: 'R2', error_message: 'Invalid' };
    const rig = createRig('v3.3', () => createTestAnswer(200, failedBill));
    expect(await rig.runUntilSettled(rig.service.consult(ACCOUNT_INPUT))).toMatchObject({
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

  it('reads billers page by page and skips unusable rows', async () => {
    const rig = createRig('v3.mx', (_request, count) =>
      createTestAnswer(200, page(count), header(count < 3 ? count + 1 : null, 6)),
    );
    const progress: unknown[] = [];
    const list = await rig.runUntilSettled(
      rig.service.readBillers('utility', (step) => progress.push(step)),
    );
    expect(list.ok && list.value.map((biller) => biller.id)).toEqual([10, 20, 30]);
    expect(rig.requests.map((request) => request.target)).toEqual([
      '/billers/utilities',
      '/billers/utilities?page=2',
      '/billers/utilities?page=3',
    ]);
    expect(progress).toEqual([
      { page: 1, totalPages: 3, entriesRead: 2 },
      { page: 2, totalPages: 3, entriesRead: 4 },
      { page: 3, totalPages: 3, entriesRead: 6 },
    ]);
  });

  it('fails when the list of billers is incomplete or unusable', async () => {
    const repeating = createRig('v3.mx', (_request, count) =>
      createTestAnswer(200, page(1), header(count + 1, 90)),
    );
    expect(await repeating.runUntilSettled(repeating.service.readBillers('utility'))).toMatchObject(
      {
        ok: false,
        problem: { kind: 'service-unreadable' },
      },
    );
    const failing = createRig('v3.mx', (_request, count) =>
      count === 1 ? createTestAnswer(200, page(1), header(2, 90)) : createTestAnswer(404, ''),
    );
    expect(await failing.runUntilSettled(failing.service.readBillers('utility'))).toMatchObject({
      ok: false,
    });
    const unusable = createRig('v3.mx', () =>
      createTestAnswer(200, { billers: [{ id: null }] }, header(null, 1)),
    );
    expect(await unusable.runUntilSettled(unusable.service.readBillers('utility'))).toMatchObject({
      ok: false,
    });
  });

  it('accepts an empty biller list', async () => {
    const rig = createRig('v1.6', () => createTestAnswer(200, { billers: [] }));
    expect(await rig.runUntilSettled(rig.service.readBillers('partner'))).toEqual({
      ok: true,
      value: [],
    });
  });
});

describe('the base address', () => {
  it('includes the path of the base address in every target', async () => {
    const rig = createRig(
      'v3.mx',
      () => createTestAnswer(200, TEST_ACCOUNT),
      'https://service.test/api/v3/',
    );
    await rig.runUntilSettled(rig.service.readAccount());
    expect(rig.requests[0]?.target).toBe('/api/v3/account');
    expect(rig.service.compose(PAY).target).toBe('/api/v3/single/pay');
    await rig.runUntilSettled(rig.service.lookUp('e-1'));
    expect(rig.requests[1]?.target).toBe('/api/v3/transactions?q%5Bexternal_id_eq%5D=e-1');
  });
});
