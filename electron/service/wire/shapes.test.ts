import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BillerKind, billerSchema, linkedBillSchema } from '../../../shared/contract/index.ts';
import { isDecimal } from '../../../shared/money/index.ts';
import { parseExactJson } from './exact-json.ts';
import {
  parseAccount,
  parseBill,
  parseBiller,
  parseConsult,
  parseExtraData,
  parseRates,
  parseTopUpCheck,
  parseTransaction,
} from './shapes.ts';

function wire(text: string): unknown {
  const parsed = parseExactJson(text);
  if (!parsed.ok) throw new Error(`the test's own JSON is wrong: ${text}`);
  return parsed.value;
}
const NOBODY = { billerId: null, accountNumber: null, currency: 'MXN' };

describe('the shapes as they were seen', () => {
  it('account', () => {
    const text = '{"name":"Lupita","balance":86944.26,"minimum_balance":-10.0,"currency":"MXN"}';
    expect(parseAccount(wire(text), 'USD')).toEqual({
      name: 'Lupita',
      balance: { amount: '86944.26', currency: 'MXN' },
      minimumBalance: { amount: '-10.00', currency: 'MXN' },
    });
    expect(parseAccount(wire('{"name":"L","balance":1}'), 'COP')).toMatchObject({
      balance: { amount: '1.00', currency: 'COP' },
      minimumBalance: null,
    });
  });

  it('rates', () => {
    expect(parseRates(wire('{"GBP":0.7892,"MXN":20.2181,"RD":45.3925,"X":null,"Z":0}'))).toEqual({
      GBP: '0.7892',
      MXN: '20.2181',
      RD: '45.3925',
    });
    expect(parseRates(wire('{"rates":{"MXN":"20.2181"}}'))).toEqual({ MXN: '20.2181' });
    expect(parseRates(wire('{"message":"no"}'))).toBeNull();
  });

  it('a utility biller, with its plural and with its singular', () => {
    const text = (name: string) =>
      `{"id":8925,"name":"CFE","country":"US","currency":"USD","biller_type":"Utility",
      "bill_type":"account_number","can_check_balance":false,"mask":null,
      "requires_name_on_account":false,"${name}":true,"hours_to_fulfill":72,
      "account_number_digits":"7..15","has_xdata":false,"new_field":{"a":1}}`;
    const expected = {
      id: 8925,
      kind: 'utility',
      name: 'CFE',
      country: 'US',
      currency: 'USD',
      type: 'Utility',
      billType: 'account_number',
      canCheckBalance: false,
      supportsPartialPayment: true,
      requiresNameOnAccount: false,
      hasExtraData: false,
      accountNumberDigits: '7..15',
      mask: '',
      hoursToFulfill: 72,
      amounts: { kind: 'any' },
    };
    expect(parseBiller(wire(text('supports_partial_payments')), 'utility')).toEqual(expected);
    expect(parseBiller(wire(text('supports_partial_payment')), 'utility')).toEqual(expected);
  });

  it('top-up and gift-card billers: a list, a range, or any amount', () => {
    const amounts = (value: string) =>
      parseBiller(wire(`{"id":1,"name":"T","available_topup_amounts":${value}}`), 'top-up')
        ?.amounts;
    expect(amounts('["10.00","20.00"]')).toEqual({ kind: 'list', amounts: ['10.00', '20.00'] });
    expect(amounts('[10,20.5]')).toEqual({ kind: 'list', amounts: ['10.00', '20.50'] });
    expect(amounts('"1..75"')).toEqual({ kind: 'range', least: '1.00', most: '75.00' });
    for (const value of ['null', '"75..1"', '"many"', '[]', '7', '{}']) {
      expect(amounts(value), value).toEqual({ kind: 'any' });
    }
    const gift = wire(
      '{"id":"3","name":"G","available_gift_card_amounts":["150.00"],"gift_card_commission":3.75}',
    );
    expect(parseBiller(gift, 'gift-card')).toMatchObject({
      id: 3,
      amounts: { kind: 'list', amounts: ['150.00'] },
    });
  });

  it('a bill, with its id as an integer or as text', () => {
    const text = (id: string) =>
      `{"type":"bill","id":${id},"biller_id":40,"account_number":"501000000007",
      "name_on_account":null,"due_date":null,"balance":549.0,"balance_currency":"MXN",
      "balance_updated_at":"2019-02-15T00:13:46Z","error_code":null,"error_message":null,
      "status":"linked"}`;
    const expected = {
      id: '8390',
      billerId: 40,
      accountNumber: '501000000007',
      nameOnAccount: null,
      dueDate: null,
      balance: { amount: '549.00', currency: 'MXN' },
      balanceUpdatedAt: '2019-02-15T00:13:46.000Z',
      status: 'linked',
      errorCode: null,
      errorMessage: null,
      hasExtraData: false,
    };
    expect(parseBill(wire(text('8390')), NOBODY)).toEqual(expected);
    expect(parseBill(wire(text('"8390"')), NOBODY)).toEqual(expected);
    const large = '12345678901234567890';
    expect(parseBill(wire(text(large)), NOBODY)?.id).toBe(large);
  });

  it('a bill whose balance is null or negative, and one that leaves our own data out', () => {
    const known = { billerId: 7, accountNumber: '12', currency: 'COP' };
    expect(parseBill(wire('{"id":1,"balance":null}'), known)).toMatchObject({
      billerId: 7,
      accountNumber: '12',
      balance: null,
    });
    expect(parseBill(wire('{"id":1,"balance":-3.5}'), known)?.balance).toEqual({
      amount: '-3.50',
      currency: 'COP',
    });
    expect(parseBill(wire('{"id":1}'), NOBODY)).toBeNull();
  });

  it.each([
    ['2019-02-15T00:13:46Z', '2019-02-15T00:13:46.000Z'],
    ['2019-02-15 00:13:46 UTC', '2019-02-15T00:13:46.000Z'],
    ['2019-02-15 00:13:46', '2019-02-15T00:13:46.000Z'],
    ['2019-02-14T18:13:46.5-06:00', '2019-02-15T00:13:46.500Z'],
    ['2019-02-14T18:13:46-0600', '2019-02-15T00:13:46.000Z'],
    ['2019-02-15', null],
    ['2019-13-15T00:13:46Z', null],
    ['9999-12-31T23:59:59-06:00', null],
    ['yesterday', null],
    ['', null],
  ])('when a balance was updated, in UTC wherever the till stands: %s', (text, expected) => {
    const value = wire(JSON.stringify({ id: 1, balance_updated_at: text }));
    const known = { ...NOBODY, billerId: 40, accountNumber: '1' };
    expect(parseBill(value, known)?.balanceUpdatedAt).toBe(expected);
  });

  it('a bill without a currency tells no balance: a currency is not guessed', () => {
    const known = { billerId: 40, accountNumber: '1', currency: '' };
    expect(parseBill(wire('{"id":1,"balance":5.00}'), known)?.balance).toBeNull();
  });

  it('extra data beside the fields of a bill, each digit kept', () => {
    expect(parseExtraData(wire('{"id":1,"biller_id":2,"xdata":{"kwh":120.50}}'))).toEqual({
      kwh: '120.50',
    });
    expect(parseExtraData(wire('{"id":1,"biller_id":2,"kwh":120.50,"late":false}'))).toEqual({
      kwh: '120.50',
      late: false,
    });
  });

  it('a consult', () => {
    const text = `{"account_number":"1","biller_id":14,"bill_amount":150.0,"bill_amount_currency":"RD",
      "fx_rate":46.58,"bill_amount_usd":3.22,"bill_amount_chain_currency":3.22,
      "payment_transaction_fee":3.0,"invoice_number":null,"name_on_account":"Ana","due_date":null}`;
    expect(parseConsult(wire(text), 'DOP')).toEqual({
      amount: { amount: '150.00', currency: 'RD' },
      nameOnAccount: 'Ana',
      dueDate: null,
      invoiceNumber: null,
      fee: '3.0',
      amountInChainCurrency: '3.22',
      billId: null,
      billWasThere: false,
    });
    expect(parseConsult(wire('{"bill_amount":null}'), 'MXN')?.amount).toBeNull();
    expect(parseConsult(wire('{"bill_amount":"lots"}'), 'MXN')).toBeNull();
    expect(parseConsult(wire('{"status":"fine"}'), 'MXN')).toBeNull();
  });

  it('a top-up check', () => {
    const text = `{"topup_amount_received":1800.0,"bonus_amount_received":0.0,
      "total_amount_received":1800.0,"biller_promotions":["2x1",{"description":"+10"},3],
      "biller_currency_iso":"DOP"}`;
    expect(parseTopUpCheck(wire(text), 'RD')).toEqual({
      received: '1800.0',
      bonus: '0.0',
      total: '1800.0',
      currency: 'DOP',
      promotions: ['2x1', '+10'],
    });
  });

  describe('a transaction’s time', () => {
    afterEach(() => vi.unstubAllEnvs());

    it.each([
      ['UTC', 0],
      ['America/Bogota', 300],
      ['Asia/Tokyo', -540],
    ])('is UTC where it names no zone, on a machine in %s', (zone, minutes) => {
      vi.stubEnv('TZ', zone);
      expect(new Date(0).getTimezoneOffset()).toBe(minutes);
      const at = (text: string) =>
        parseTransaction(wire(`{"id":1,"created_at":"${text}"}`))?.createdAt ?? null;
      for (const text of [
        '2019-09-25T23:47:51Z',
        '2019-09-25T23:47:51',
        '2019-09-25 23:47:51',
        '2019-09-25 23:47:51 UTC',
        '2019-09-25T18:47:51-05:00',
        '2019-09-25T18:47:51-0500',
      ]) {
        expect([text, at(text)]).toEqual([text, '2019-09-25T23:47:51.000Z']);
      }
      expect(at('2019-09-25T23:47:51.500')).toBe('2019-09-25T23:47:51.500Z');
      expect(at('yesterday')).toBeNull();
    });
  });

  it('a transaction of either generation', () => {
    const first = `{"id":81346,"external_id":"e","biller_id":13599,"account_number":"5",
      "bill_amount":100.0,"bill_amount_currency":"MXN","payment_transaction_fee":0.0,"chain_earned":7.5,
      "hours_to_fulfill":0,"created_at":"2019-09-25T23:47:51Z","ticket_text":"Línea 1\\n\\n  Auth: 1 "}`;
    expect(parseTransaction(wire(first))).toEqual({
      id: '81346',
      externalId: 'e',
      billerId: 13599,
      accountNumber: '5',
      amount: '100.0',
      currency: 'MXN',
      createdAt: '2019-09-25T23:47:51.000Z',
      status: null,
      ticketText: 'Línea 1\n\n  Auth: 1 ',
      fee: '0.0',
      earned: '7.5',
      hoursToFulfill: 0,
    });
    const third = `{"type":"transaction","id":48586,"amount":666.0,"amount_currency":"MXN",
      "transaction_fee":3.0,"status":"sent","external_id":null}`;
    expect(parseTransaction(wire(third))).toMatchObject({
      id: '48586',
      externalId: null,
      amount: '666.0',
      currency: 'MXN',
      fee: '3.0',
      status: 'sent',
      ticketText: null,
    });
    expect(parseTransaction(wire('{"id":null,"external_id":"e"}'))).toBeNull();
  });
});

/** Any JSON under the names that the service uses: missing, null, wrong, huge, deep. */
const NAMES = [
  'id',
  'biller_id',
  'name',
  'country',
  'currency',
  'biller_type',
  'bill_type',
  'mask',
  'balance',
  'minimum_balance',
  'account_number',
  'account_number_digits',
  'hours_to_fulfill',
  'bill_amount',
  'bill_amount_currency',
  'amount',
  'amount_currency',
  'status',
  'ticket_text',
  'external_id',
  'available_topup_amounts',
  'available_gift_card_amounts',
  'topup_fxrate',
  'topup_commission',
  'topup_amount_received',
  'bonus_amount_received',
  'biller_promotions',
  'supports_partial_payments',
  'created_at',
  'error_code',
  'due_date',
  'payment_transaction_fee',
  'invoice_number',
  'rates',
];
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, true, 0, -1, 1e300, 2 ** 60, 'x'.repeat(100_000), '1..75'),
  fc.integer().map(String),
  fc.nat(200).map((depth) => JSON.parse('['.repeat(depth + 1) + ']'.repeat(depth + 1)) as unknown),
);
const anyObject = fc.dictionary(fc.constantFrom(...NAMES), anyValue);

describe('whatever the service answers', () => {
  const kinds: readonly BillerKind[] = ['utility', 'top-up', 'gift-card', 'partner'];

  it('a biller is null or fits the contract', () => {
    fc.assert(
      fc.property(fc.oneof(anyObject, anyValue), fc.constantFrom(...kinds), (value, kind) => {
        const read = parseBiller(wire(JSON.stringify(value)), kind);
        if (read !== null) expect(billerSchema.safeParse(read).error).toBeUndefined();
      }),
    );
  });

  it('a bill is null or fits the contract', () => {
    fc.assert(
      fc.property(fc.oneof(anyObject, anyValue), (value) => {
        const read = parseBill(wire(JSON.stringify(value)), NOBODY);
        if (read === null) return;
        const asShown = { ...read, billerName: 'CFE', accountShown: read.accountNumber };
        expect(linkedBillSchema.safeParse(asShown).error).toBeUndefined();
      }),
    );
  });

  it('amounts are null or decimals, and nothing throws', () => {
    fc.assert(
      fc.property(fc.oneof(anyObject, anyValue), (value) => {
        const read = wire(JSON.stringify(value));
        const transaction = parseTransaction(read);
        const consult = parseConsult(read, 'MXN');
        const check = parseTopUpCheck(read, 'MXN');
        const amounts = [
          parseAccount(read, 'MXN')?.balance.amount,
          parseBill(read, { ...NOBODY, billerId: 1, accountNumber: '1' })?.balance?.amount,
          consult?.amount?.amount,
          consult?.fee,
          check?.received,
          check?.bonus,
          transaction?.amount,
          transaction?.fee,
          ...Object.values(parseRates(read) ?? {}),
        ];
        for (const amount of amounts) {
          if (amount !== null && amount !== undefined) expect(isDecimal(amount)).toBe(true);
        }
        if (transaction !== null) expect(transaction.id.length).toBeGreaterThan(0);
        parseExtraData(read);
      }),
    );
  });
});
