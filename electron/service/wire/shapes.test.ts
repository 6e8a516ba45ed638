import { isMainThread } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BillerKind, billerSchema, linkedBillSchema } from '../../../shared/contract/index.ts';
import { isDecimal } from '../../../shared/money/index.ts';
import { isPerformedStatus } from '../../../shared/rules/index.ts';
import { parseExactJson } from './exact-json.ts';
import {
  parseAccount,
  parseBill,
  parseBiller,
  parseConsult,
  parseExchangeRates,
  parseExtraData,
  parseTopUpCheck,
  parseTransaction,
} from './shapes.ts';

function parseWire(text: string): unknown {
  const parsed = parseExactJson(text);
  if (!parsed.ok) throw new Error(`the test's own JSON is wrong: ${text}`);
  return parsed.value;
}
const NO_KNOWN_FIELDS = { billerId: null, accountNumber: null, currency: 'MXN' };

describe('the shapes of recorded traffic', () => {
  it('parses an account', () => {
    const text = '{"name":"Lupita","balance":86944.26,"minimum_balance":-10.0,"currency":"MXN"}';
    expect(parseAccount(parseWire(text), 'USD')).toEqual({
      name: 'Lupita',
      balance: { amount: '86944.26', currency: 'MXN' },
      minimumBalance: { amount: '-10.00', currency: 'MXN' },
    });
    expect(parseAccount(parseWire('{"name":"L","balance":1}'), 'COP')).toMatchObject({
      balance: { amount: '1.00', currency: 'COP' },
      minimumBalance: null,
    });
  });

  it('parses rates and skips invalid ones', () => {
    expect(
      parseExchangeRates(parseWire('{"GBP":0.7892,"MXN":20.2181,"RD":45.3925,"X":null,"Z":0}')),
    ).toEqual({
      GBP: '0.7892',
      MXN: '20.2181',
      RD: '45.3925',
    });
    expect(parseExchangeRates(parseWire('{"rates":{"MXN":"20.2181"}}'))).toEqual({
      MXN: '20.2181',
    });
    expect(parseExchangeRates(parseWire('{"message":"no"}'))).toBeNull();
  });

  it('parses a utility biller with either spelling of supports_partial_payments', () => {
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
    expect(parseBiller(parseWire(text('supports_partial_payments')), 'utility')).toEqual(expected);
    expect(parseBiller(parseWire(text('supports_partial_payment')), 'utility')).toEqual(expected);
  });

  it('parses top-up and gift-card amounts as a list, a range or any amount', () => {
    const amounts = (value: string) =>
      parseBiller(parseWire(`{"id":1,"name":"T","available_topup_amounts":${value}}`), 'top-up')
        ?.amounts;
    expect(amounts('["10.00","20.00"]')).toEqual({ kind: 'list', amounts: ['10.00', '20.00'] });
    expect(amounts('[10,20.5]')).toEqual({ kind: 'list', amounts: ['10.00', '20.50'] });
    expect(amounts('"1..75"')).toEqual({ kind: 'range', least: '1.00', most: '75.00' });
    for (const value of ['null', '"75..1"', '"many"', '[]', '7', '{}']) {
      expect(amounts(value), value).toEqual({ kind: 'any' });
    }
    const gift = parseWire(
      '{"id":"3","name":"G","available_gift_card_amounts":["150.00"],"gift_card_commission":3.75}',
    );
    expect(parseBiller(gift, 'gift-card')).toMatchObject({
      id: 3,
      amounts: { kind: 'list', amounts: ['150.00'] },
    });
  });

  it('parses a biller with nothing but id and name', () => {
    expect(parseBiller(parseWire('{"biller_id":"7","name":" CFE "}'), 'partner')).toEqual({
      id: 7,
      kind: 'partner',
      name: ' CFE ',
      country: '',
      currency: '',
      type: '',
      billType: 'account_number',
      canCheckBalance: false,
      supportsPartialPayment: false,
      requiresNameOnAccount: false,
      hasExtraData: false,
      accountNumberDigits: '',
      mask: '',
      hoursToFulfill: null,
      amounts: { kind: 'any' },
    });
    const flags = `{"id":1,"biller_id":2,"name":"x","can_check_balance":true,"has_xdata":true,
      "requires_name_on_account":true,"supports_partial_payments":false,
      "supports_partial_payment":true,"account_number_digits":10}`;
    expect(parseBiller(parseWire(flags), 'utility')).toMatchObject({
      id: 1,
      canCheckBalance: true,
      hasExtraData: true,
      requiresNameOnAccount: true,
      supportsPartialPayment: false,
      accountNumberDigits: '10',
    });
  });

  it.each(['{"name":"x"}', '{"id":1}', '{"id":1,"name":" "}', '{"id":1.5,"name":"x"}', '[]', '1'])(
    'parses no biller from %s',
    (text) => {
      expect(parseBiller(parseWire(text), 'utility')).toBeNull();
    },
  );

  it.each([
    ['["10","x",-5,null,0]', { kind: 'list', amounts: ['10.00', '0.00'] }],
    ['[-5]', { kind: 'any' }],
    ['" 10 .. 20.50 "', { kind: 'range', least: '10.00', most: '20.50' }],
    ['"10.25..10.25"', { kind: 'range', least: '10.25', most: '10.25' }],
    ['"10.26..10.25"', { kind: 'any' }],
    ['"x10..20"', { kind: 'any' }],
    ['"10..20x"', { kind: 'any' }],
    ['"10.x..20"', { kind: 'any' }],
    ['"10..20.x"', { kind: 'any' }],
    ['"10...20"', { kind: 'any' }],
    ['"-10..20"', { kind: 'any' }],
    // Longer than any amount that the contract takes.
    [`"1..${'9'.repeat(38)}"`, { kind: 'any' }],
    [`"${'9'.repeat(38)}..1"`, { kind: 'any' }],
    [`"${'9'.repeat(38)}..${'9'.repeat(39)}"`, { kind: 'any' }],
  ])('parses the amounts %s as %j', (text, amounts) => {
    const biller = parseWire(`{"id":1,"name":"T","available_topup_amounts":${text}}`);
    const parsed = parseBiller(biller, 'top-up');
    expect(parsed?.amounts).toEqual(amounts);
    expect(billerSchema.safeParse(parsed).success).toBe(true);
  });

  it('parses a bill whose id is an integer or text', () => {
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
    expect(parseBill(parseWire(text('8390')), NO_KNOWN_FIELDS)).toEqual(expected);
    expect(parseBill(parseWire(text('"8390"')), NO_KNOWN_FIELDS)).toEqual(expected);
    const large = '12345678901234567890';
    expect(parseBill(parseWire(text(large)), NO_KNOWN_FIELDS)?.id).toBe(large);
  });

  it('parses a bill with a null or negative balance and fills in fields that it omits', () => {
    const knownFields = { billerId: 7, accountNumber: '12', currency: 'COP' };
    expect(parseBill(parseWire('{"id":1,"balance":null}'), knownFields)).toMatchObject({
      billerId: 7,
      accountNumber: '12',
      balance: null,
    });
    expect(parseBill(parseWire('{"id":1,"balance":-3.5}'), knownFields)?.balance).toEqual({
      amount: '-3.50',
      currency: 'COP',
    });
    for (const text of [
      '{"id":1}',
      '{"id":1,"biller_id":2}',
      '{"id":1,"account_number":"2"}',
      '{}',
    ])
      expect(parseBill(parseWire(text), NO_KNOWN_FIELDS)).toBeNull();
    const sparse = '{"id":1,"biller_id":2,"account_number":"3","has_xdata":true}';
    expect(parseBill(parseWire(sparse), knownFields)).toMatchObject({
      billerId: 2,
      accountNumber: '3',
      status: '',
      hasExtraData: true,
    });
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
  ])('parses the balance time as UTC in any zone of the till: %s', (text, expected) => {
    const value = parseWire(JSON.stringify({ id: 1, balance_updated_at: text }));
    const knownFields = { ...NO_KNOWN_FIELDS, billerId: 40, accountNumber: '1' };
    expect(parseBill(value, knownFields)?.balanceUpdatedAt).toBe(expected);
  });

  it('leaves the currency of a balance empty if nothing states it', () => {
    const knownFields = { billerId: 40, accountNumber: '1', currency: '' };
    expect(parseBill(parseWire('{"id":1,"balance":5.00}'), knownFields)?.balance).toEqual({
      amount: '5.00',
      currency: '',
    });
  });

  it('parses extra data of a bill with each digit', () => {
    expect(parseExtraData(parseWire('{"id":1,"biller_id":2,"xdata":{"kwh":120.50}}'))).toEqual({
      kwh: '120.50',
    });
    expect(parseExtraData(parseWire('{"id":1,"biller_id":2,"kwh":120.50,"late":false}'))).toEqual({
      kwh: '120.50',
      late: false,
    });
    expect(parseExtraData(parseWire('{"type":"bill","xdata":1,"kwh":2}'))).toEqual({
      xdata: '1',
      kwh: '2',
    });
    expect(parseExtraData(parseWire('{"kwh":2}'))).toEqual({ kwh: '2' });
    expect(parseExtraData(parseWire('{"id":1}'))).toEqual({});
    expect(parseExtraData(parseWire('[1]'))).toBeNull();
  });

  it('parses a consult', () => {
    const text = `{"account_number":"1","biller_id":14,"bill_amount":150.0,"bill_amount_currency":"RD",
      "fx_rate":46.58,"bill_amount_usd":3.22,"bill_amount_chain_currency":3.22,
      "payment_transaction_fee":3.0,"invoice_number":null,"name_on_account":"Ana","due_date":null}`;
    expect(parseConsult(parseWire(text), 'DOP')).toEqual({
      amount: { amount: '150.00', currency: 'RD' },
      nameOnAccount: 'Ana',
      dueDate: null,
      invoiceNumber: null,
      fee: '3.0',
      amountInChainCurrency: '3.22',
      billId: null,
      billExistedBefore: false,
    });
    expect(parseConsult(parseWire('{"bill_amount":null}'), 'MXN')?.amount).toBeNull();
    expect(parseConsult(parseWire('{"bill_amount":"lots"}'), 'MXN')).toBeNull();
    expect(parseConsult(parseWire('{"status":"fine"}'), 'MXN')).toBeNull();
  });

  it('fills in what an account, a consult and a top-up check omit', () => {
    expect(parseAccount(parseWire('{"balance":1}'), 'COP')).toEqual({
      name: '',
      balance: { amount: '1.00', currency: 'COP' },
      minimumBalance: null,
    });
    expect(parseConsult(parseWire('{"bill_amount":1}'), 'COP')?.amount).toEqual({
      amount: '1.00',
      currency: 'COP',
    });
    expect(parseTopUpCheck(parseWire('{"topup_amount_received":1}'), 'COP')).toEqual({
      receivedAmount: '1',
      bonusAmount: '0',
      totalAmount: null,
      currency: 'COP',
      promotions: [],
    });
    for (const text of ['null', '1', '[]', '{}', '{"balance":"x","topup_amount_received":"x"}']) {
      expect(parseAccount(parseWire(text), 'COP')).toBeNull();
      expect(parseConsult(parseWire(text), 'COP')).toBeNull();
      expect(parseTopUpCheck(parseWire(text), 'COP')).toBeNull();
    }
  });

  it('keeps at most 50 promotions, and of each the first text', () => {
    const parse = (promotions: unknown) =>
      parseTopUpCheck(
        parseWire(JSON.stringify({ topup_amount_received: 1, biller_promotions: promotions })),
        'MXN',
      )?.promotions;
    expect(parse(Array.from({ length: 60 }, String))).toEqual(Array.from({ length: 50 }, String));
    expect(
      parse([
        { name: 'n', text: 't', description: 'd' },
        { name: 'n', text: 't' },
        { name: 'n' },
        {},
      ]),
    ).toEqual(['d', 't', 'n']);
    expect(parse('2x1')).toEqual([]);
  });

  it.each([
    ['{"MXN":"-1","CO":1,"mxn":2,"TOOLONGER":3,"M1":4}', { CO: '1' }],
    ['{"EIGHTLET":"0.5","A":"0.00"}', { EIGHTLET: '0.5' }],
    ['{"rates":{"rates":{"MXN":2}}}', { MXN: '2' }],
    ['{"rates":{}}', null],
    ['{"rates":[],"MXN":2}', { MXN: '2' }],
    ['[]', null],
    ['{}', null],
  ])('parses the rates %s as %j', (text, rates) => {
    expect(parseExchangeRates(parseWire(text))).toEqual(rates);
  });

  it('parses a top-up check', () => {
    const text = `{"topup_amount_received":1800.0,"bonus_amount_received":0.0,
      "total_amount_received":1800.0,"biller_promotions":["2x1",{"description":"+10"},3],
      "biller_currency_iso":"DOP"}`;
    expect(parseTopUpCheck(parseWire(text), 'RD')).toEqual({
      receivedAmount: '1800.0',
      bonusAmount: '0.0',
      totalAmount: '1800.0',
      currency: 'DOP',
      promotions: ['2x1', '+10'],
    });
  });

  describe('a transaction’s time', () => {
    afterEach(() => vi.unstubAllEnvs());

    const parseTime = (text: string) =>
      parseTransaction(parseWire(`{"id":1,"created_at":"${text}"}`))?.createdAt ?? null;

    it.each([
      '2019-09-25T23:47:51Z',
      '2019-09-25T23:47:51',
      '2019-09-25 23:47:51',
      '2019-09-25 23:47:51 UTC',
      '2019-09-25T18:47:51-05:00',
      '2019-09-25T18:47:51-0500',
    ])('parses %s as UTC unless it names a zone', (text) => {
      expect(parseTime(text)).toBe('2019-09-25T23:47:51.000Z');
    });

    it('keeps milliseconds, and refuses a text that is no time', () => {
      expect(parseTime('2019-09-25T23:47:51.500')).toBe('2019-09-25T23:47:51.500Z');
      expect(parseTime('yesterday')).toBeNull();
    });

    // A worker thread cannot change the zone of its process.
    it.runIf(isMainThread).each([
      ['UTC', 0],
      ['America/Bogota', 300],
      ['Asia/Tokyo', -540],
    ])('parses a time without a zone as UTC on a machine in %s', (zone, minutes) => {
      vi.stubEnv('TZ', zone);
      expect(new Date(0).getTimezoneOffset()).toBe(minutes);
      expect(parseTime('2019-09-25T23:47:51')).toBe('2019-09-25T23:47:51.000Z');
      expect(parseTime('2019-09-25 23:47:51')).toBe('2019-09-25T23:47:51.000Z');
    });
  });

  it('parses a transaction of either generation', () => {
    const first = `{"id":81346,"external_id":"e","biller_id":13599,"account_number":"5",
      "bill_amount":100.0,"bill_amount_currency":"MXN","payment_transaction_fee":0.0,"chain_earned":7.5,
      "hours_to_fulfill":0,"created_at":"2019-09-25T23:47:51Z","ticket_text":"Línea 1\\n\\n  Auth: 1 "}`;
    expect(parseTransaction(parseWire(first))).toEqual({
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
    expect(parseTransaction(parseWire(third))).toMatchObject({
      id: '48586',
      externalId: null,
      amount: '666.0',
      currency: 'MXN',
      fee: '3.0',
      status: 'sent',
      ticketText: null,
    });
    expect(parseTransaction(parseWire('{"id":null,"external_id":"e"}'))).toBeNull();
    const both = `{"id":1,"amount":1,"bill_amount":2,"amount_currency":"MXN","bill_amount_currency":"USD",
      "currency":"COP","transaction_fee":3,"payment_transaction_fee":4}`;
    expect(parseTransaction(parseWire(both))).toMatchObject({
      amount: '1',
      currency: 'MXN',
      fee: '3',
      hoursToFulfill: null,
    });
    expect(parseTransaction(parseWire('{"id":1,"currency":"COP"}'))?.currency).toBe('COP');
  });

  it.each([
    ['{"id":1}', null],
    ['{"id":1,"status":null,"error_code":null,"error":false}', null],
    ['{"id":1,"status":"failed"}', 'failed'],
    ['{"id":1,"status":422}', '422'],
    ['{"id":1,"status":{"name":"failed"}}', 'unreadable'],
    ['{"id":1,"status":"sent","error_code":"R9"}', 'sent (error R9)'],
    ['{"id":1,"status":"fulfilled","error":{"code":"R24"}}', 'fulfilled (error R24)'],
    ['{"id":1,"error":{"message":"declined"}}', '(error declined)'],
    ['{"id":1,"status":"sent","error":{"detail":1}}', 'sent (error of an unknown kind)'],
    ['{"id":1,"status":"refunded","error_code":"R26"}', 'refunded'],
  ])('parses the status of %s', (json, status) => {
    expect(parseTransaction(parseWire(json))?.status).toBe(status);
    const isConfirmed = json === '{"id":1}' || json.includes('"error_code":null');
    expect(isPerformedStatus(status)).toBe(isConfirmed);
  });
});

/**
 * Field names of the service; the tests combine them with any JSON: missing, null, wrong, huge,
 * deep.
 */
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

describe('any answer of the service', () => {
  const kinds: readonly BillerKind[] = ['utility', 'top-up', 'gift-card', 'partner'];

  it('parses any biller to null or to a valid contract object', () => {
    fc.assert(
      fc.property(fc.oneof(anyObject, anyValue), fc.constantFrom(...kinds), (value, kind) => {
        const parsed = parseBiller(parseWire(JSON.stringify(value)), kind);
        if (parsed !== null) expect(billerSchema.safeParse(parsed).error).toBeUndefined();
      }),
    );
  });

  it('parses any bill to null or to a valid contract object', () => {
    fc.assert(
      fc.property(fc.oneof(anyObject, anyValue), (value) => {
        const parsed = parseBill(parseWire(JSON.stringify(value)), NO_KNOWN_FIELDS);
        if (parsed === null) return;
        const displayed = { ...parsed, billerName: 'CFE', accountShown: parsed.accountNumber };
        expect(linkedBillSchema.safeParse(displayed).error).toBeUndefined();
      }),
    );
  });

  it('parses amounts to null or decimals and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(anyObject, anyValue), (value) => {
        const parsed = parseWire(JSON.stringify(value));
        const transaction = parseTransaction(parsed);
        const consult = parseConsult(parsed, 'MXN');
        const check = parseTopUpCheck(parsed, 'MXN');
        const amounts = [
          parseAccount(parsed, 'MXN')?.balance.amount,
          parseBill(parsed, { ...NO_KNOWN_FIELDS, billerId: 1, accountNumber: '1' })?.balance
            ?.amount,
          consult?.amount?.amount,
          consult?.fee,
          check?.receivedAmount,
          check?.bonusAmount,
          transaction?.amount,
          transaction?.fee,
          ...Object.values(parseExchangeRates(parsed) ?? {}),
        ];
        for (const amount of amounts) {
          if (amount !== null && amount !== undefined) expect(isDecimal(amount)).toBe(true);
        }
        if (transaction !== null) expect(transaction.id.length).toBeGreaterThan(0);
        parseExtraData(parsed);
      }),
    );
  });
});
