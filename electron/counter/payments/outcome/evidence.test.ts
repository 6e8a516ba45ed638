import { describe, expect, it } from 'vitest';
import type { ServiceTransaction, TransactionLookUp } from '../../../service/index.ts';
import {
  classifyAnsweredTransaction,
  classifyCancelLookUp,
  classifyLookUp,
  findDifferenceFromIntent,
} from './evidence.ts';
import { createIntent, createOutcome, createTransaction } from './records.fixture.ts';

const TIME = { kind: 'agreed', time: 0 } as const;
const CASH_OUT = createIntent({ kind: 'cash-out' });
const OTHER_AMOUNT = createTransaction({ id: '1', amount: '100' });

describe('a row', () => {
  it.each([
    [{}, null],
    [{ billerId: null, accountNumber: null, currency: null, amount: null }, null],
    [{ accountNumber: '5010-0000-0007' }, null],
    [{ amount: '0549.000' }, null],
    [{ billerId: 41 }, 'biller'],
    [{ accountNumber: '501000000008' }, 'account'],
    [{ currency: 'USD' }, 'currency'],
    [{ amount: '549.01' }, 'amount'],
    [{ amount: '-549' }, 'amount'],
    [{ billerId: 41, accountNumber: '1', currency: 'USD', amount: '1' }, 'biller'],
  ])('finds in a row with %j the difference from the intent: %s', (changes, field) => {
    expect(findDifferenceFromIntent(createIntent(), createTransaction(changes))).toBe(field);
  });
});

describe('a look-up of a payment', () => {
  const classify = (
    lookUp: Exclude<TransactionLookUp, { kind: 'failed' }>,
    {
      intent = createIntent(),
      outcome = createOutcome(),
      isOfOtherPayment = () => false,
    }: {
      intent?: ReturnType<typeof createIntent>;
      outcome?: ReturnType<typeof createOutcome>;
      isOfOtherPayment?: (row: ServiceTransaction) => boolean;
    } = {},
  ) => classifyLookUp({ intent, outcome }, lookUp, isOfOtherPayment);
  const find = (...rows: ServiceTransaction[]) => ({ kind: 'found', rows, time: TIME }) as const;

  it('keeps an empty look-up, and an unclear one without a contradiction', () => {
    expect(classify({ kind: 'empty', time: TIME })).toEqual({ kind: 'empty' });
    expect(classify({ kind: 'unclear', reason: 'endless', time: TIME })).toEqual({
      kind: 'unclear',
      reason: 'endless',
      contradicts: false,
    });
    expect(() =>
      classify({ kind: 'found', rows: [createTransaction({ status: 'sent' })], time: TIME }),
    ).not.toThrow();
  });

  it('finds only rows with our external_id', () => {
    expect(classify(find(createTransaction({ externalId: 'theirs' })))).toEqual({ kind: 'empty' });
    expect(classify(find(createTransaction({ externalId: null })))).toEqual({ kind: 'empty' });
    const own = createTransaction({ id: '2' });
    expect(classify(find(createTransaction({ externalId: 'theirs' }), own))).toEqual({
      kind: 'paid',
      transaction: own,
      rows: 1,
    });
  });

  it.each([
    [null, 'paid', 'paid'],
    ['sent', 'paid', 'paid'],
    ['fulfilled', 'paid', 'paid'],
    ['refunded', 'paid', 'crashed'],
    ['reversed', 'paid', 'crashed'],
    ['crashed', 'crashed', 'crashed'],
    ['timeout', 'look-again', 'look-again'],
    ['pending', 'look-again', 'look-again'],
  ])('reads the status %s of a bill as %s, of a cash-out as %s', (status, ofBill, ofCashOut) => {
    const row = createTransaction({ status });
    expect(classify(find(row))).toMatchObject({ kind: ofBill, transaction: row });
    expect(classify(find(row), { intent: CASH_OUT })).toMatchObject({ kind: ofCashOut });
  });

  it('counts a repeated row once, and prefers paid to unfinished to crashed', () => {
    const rows = ['crashed', 'timeout', 'sent'].map((status, index) =>
      createTransaction({ id: String(index), status }),
    );
    const [crashed, timeout, sent] = rows as [
      ServiceTransaction,
      ServiceTransaction,
      ServiceTransaction,
    ];
    expect(classify(find(...rows, sent, OTHER_AMOUNT))).toEqual({
      kind: 'paid',
      transaction: sent,
      rows: 2,
    });
    expect(classify(find(crashed, timeout))).toEqual({ kind: 'look-again', transaction: timeout });
    expect(classify(find(crashed, crashed))).toEqual({ kind: 'crashed', transaction: crashed });
  });

  it('reports a row with our external_id that is not like our payment', () => {
    expect(classify(find(OTHER_AMOUNT))).toEqual({
      kind: 'unclear',
      reason: 'the row disagrees: amount',
      contradicts: true,
    });
  });

  it('does not let a row without a status disprove the status of an earlier answer', () => {
    const silent = createTransaction({ status: null });
    const classifyAfter = (serviceStatus: string | null, ...rows: ServiceTransaction[]) =>
      classify(find(...rows), { outcome: createOutcome({ serviceStatus }) });
    expect(classifyAfter('timeout', silent)).toEqual({
      kind: 'look-again',
      transaction: { ...silent, status: 'timeout' },
    });
    expect(classifyAfter('sent', silent)).toMatchObject({ kind: 'paid' });
    expect(classifyAfter(null, silent)).toMatchObject({ kind: 'paid' });
    const fulfilled = createTransaction({ status: 'fulfilled' });
    expect(classifyAfter('timeout', fulfilled)).toMatchObject({ kind: 'paid' });
  });

  describe('whose rows have no external_id', () => {
    const list = (isFilterIgnored: boolean, ...rows: ServiceTransaction[]) =>
      ({ kind: 'without-id', rows, isFilterIgnored, time: TIME }) as const;
    const row = createTransaction({ externalId: null });
    const otherAmount = { ...OTHER_AMOUNT, externalId: null };

    it('takes the row that an answer already named', () => {
      const outcome = createOutcome({ authorization: row.id });
      expect(classify(list(false, otherAmount, row), { outcome })).toEqual({
        kind: 'paid',
        transaction: row,
        rows: 1,
      });
    });

    it.each([
      ['a row like ours', false, [row], 'says-nothing'],
      ['a row unlike ours', false, [otherAmount], 'says-nothing'],
      ['a row like ours, unfiltered', true, [otherAmount, row], 'says-nothing'],
      ['rows unlike ours, unfiltered', true, [otherAmount], 'empty'],
    ])('says nothing if one may be ours: %s', (_, isFilterIgnored, rows, kind) => {
      expect(classify(list(isFilterIgnored, ...rows))).toEqual({ kind });
    });

    it('leaves out the rows of other payments', () => {
      const isOfOtherPayment = ({ id }: ServiceTransaction) => id === row.id;
      expect(classify(list(false, row), { isOfOtherPayment })).toEqual({ kind: 'empty' });
      expect(classify(list(true, row), { isOfOtherPayment })).toEqual({ kind: 'empty' });
      expect(classify(list(false, row, otherAmount), { isOfOtherPayment }).kind).toBe(
        'says-nothing',
      );
    });
  });
});

describe('the row in an answer', () => {
  it.each([
    ['ours', 'sent', 'paid'],
    [null, 'fulfilled', 'paid'],
    [null, null, 'paid'],
    ['ours', 'timeout', 'look-again'],
    ['ours', 'crashed', 'look-again'],
    ['ours', 'refunded', 'look-again'],
  ])(
    'reads the row in an answer with the external_id %s and the status %s as %s',
    (externalId, status, kind) => {
      const transaction = createTransaction({ externalId, status });
      expect(classifyAnsweredTransaction(createIntent(), transaction)).toEqual({
        kind,
        transaction,
        ...(kind === 'paid' ? { rows: 1 } : {}),
      });
    },
  );

  it('calls an answer with another external_id unclear', () => {
    const transaction = createTransaction({ externalId: 'theirs' });
    expect(classifyAnsweredTransaction(createIntent(), transaction)).toEqual({
      kind: 'unclear',
      reason: 'the answer names another external_id',
      contradicts: true,
    });
  });

  it('requires that the answer agrees with a cash-out, because cash is handed out for it', () => {
    expect(classifyAnsweredTransaction(CASH_OUT, OTHER_AMOUNT)).toEqual({
      kind: 'unclear',
      reason: 'the answer disagrees: amount',
      contradicts: true,
    });
    expect(classifyAnsweredTransaction(CASH_OUT, createTransaction()).kind).toBe('paid');
    expect(classifyAnsweredTransaction(createIntent(), OTHER_AMOUNT).kind).toBe('paid');
  });
});

describe('a look-up of a cancel', () => {
  it.each([
    ['refunded', 'paid'],
    ['reversed', 'paid'],
    ['sent', 'empty'],
    ['fulfilled', 'empty'],
    ['timeout', 'empty'],
    ['crashed', 'empty'],
    [null, 'says-nothing'],
    ['pending', 'says-nothing'],
  ])('reads the status %s of the cancelled transaction as %s', (status, kind) => {
    const row = createTransaction({ status });
    const finding = classifyCancelLookUp(row.id, [OTHER_AMOUNT, row]);
    expect(finding).toEqual(
      kind === 'paid' ? { kind, transaction: { ...row, ticketText: null }, rows: 1 } : { kind },
    );
  });

  it('says nothing without the row of that transaction', () => {
    const refunded = createTransaction({ id: '1', status: 'refunded' });
    expect(classifyCancelLookUp('48586', [refunded])).toEqual({ kind: 'says-nothing' });
  });
});
