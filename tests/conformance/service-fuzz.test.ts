/**
 * The service's answers under fast-check, over real HTTPS: missing, null, wrong type, huge, deep,
 * wrong encoding. Every call of the client comes back with a value that the contract can carry or
 * with a problem, in its time; and no amount loses a digit on the way.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BillPaymentService } from '../../electron/service/index.ts';
import {
  billerSchema,
  decimalSchema,
  identifierSchema,
  instantSchema,
  moneySchema,
  problemSchema,
  rateTableSchema,
} from '../../shared/contract/index.ts';
import { sampleCases } from '../support/sampling.ts';
import { jsonText, raw, replies, TRANSACTION } from './fuzz/answers.ts';
import { type AnyServer, HANGS, REAL_DEADLINE, startAnyServer } from './fuzz/any-server.ts';
import { VERSIONS } from './support.ts';

const WHO = {
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  currency: 'MXN',
};

const bill = z.strictObject({
  id: identifierSchema,
  billerId: z.number().int(),
  accountNumber: z.string(),
  nameOnAccount: z.string().nullable(),
  dueDate: z.string().nullable(),
  balance: moneySchema.nullable(),
  balanceUpdatedAt: instantSchema.nullable(),
  status: z.string(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  hasExtraData: z.boolean(),
});
const consulted = z.looseObject({
  amount: moneySchema.nullable(),
  fee: decimalSchema.nullable(),
  billId: identifierSchema.nullable(),
});
const transaction = z.looseObject({
  id: identifierSchema,
  externalId: identifierSchema.nullable(),
  billerId: z.number().int().nullable(),
  amount: decimalSchema.nullable(),
  fee: decimalSchema.nullable(),
  ticketText: z.string().nullable(),
});
const time = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['agreed', 'untold']), time: z.number() }),
  z.strictObject({ kind: z.literal('disputed') }),
]);
const lookedUp = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('found'), rows: z.array(transaction).min(1), time }),
  z.strictObject({ kind: z.literal('empty'), time }),
  z.strictObject({ kind: z.literal('unclear'), why: z.string(), time }),
  z.strictObject({ kind: z.literal('failed'), problem: problemSchema }),
]);
const resultOf = (value: z.ZodType) =>
  z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value }),
    z.strictObject({ ok: z.literal(false), problem: problemSchema }),
  ]);

/** Where a bill was made that could not be linked, with that bill. */
const leavingBill = (value: z.ZodType) => {
  const failedBill = z.strictObject({ id: identifierSchema, wasThere: z.boolean().nullable() });
  return z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value }),
    z.strictObject({
      ok: z.literal(false),
      problem: problemSchema,
      failedBill: failedBill.optional(),
    }),
  ]);
};

interface Method {
  readonly name: string;
  readonly call: (client: BillPaymentService) => Promise<unknown>;
  /** What its answer fits, whatever the service said. */
  readonly fits: z.ZodType;
}

const METHODS: readonly Method[] = [
  {
    name: 'account',
    call: (client) => client.account(),
    fits: resultOf(
      z.strictObject({
        name: z.string(),
        balance: moneySchema,
        minimumBalance: moneySchema.nullable(),
      }),
    ),
  },
  ...(['utility', 'top-up', 'gift-card', 'partner'] as const).map((kind) => ({
    name: `${kind} billers`,
    call: (client: BillPaymentService) => client.billers(kind),
    fits: resultOf(z.array(billerSchema)),
  })),
  { name: 'rates', call: (client) => client.rates(), fits: resultOf(rateTableSchema.shape.perUsd) },
  { name: 'consult', call: (client) => client.consult(WHO), fits: leavingBill(consulted) },
  {
    name: 'check',
    call: (client) => client.check(WHO, { amount: '10.00', currency: 'MXN' }),
    fits: resultOf(
      z.strictObject({
        received: decimalSchema,
        bonus: decimalSchema,
        total: decimalSchema.nullable(),
        currency: z.string().min(1).max(8),
        promotions: z.array(z.string()),
      }),
    ),
  },
  {
    name: 'listBills',
    call: (client) => client.listBills(1),
    fits: resultOf(z.looseObject({ bills: z.array(bill) })),
  },
  { name: 'getBill', call: (client) => client.getBill('8390'), fits: resultOf(bill) },
  { name: 'createBill', call: (client) => client.createBill(WHO), fits: leavingBill(bill) },
  {
    name: 'extraData',
    call: (client) => client.extraData('8390'),
    fits: resultOf(z.strictObject({ bill, extra: z.unknown() })),
  },
  { name: 'refreshBill', call: (client) => client.refreshBill('8390'), fits: resultOf(bill) },
  { name: 'readBillAnew', call: (client) => client.readBillAnew('8390'), fits: resultOf(bill) },
  {
    name: 'deleteBill',
    call: (client) => client.deleteBill('8390'),
    fits: resultOf(z.strictObject({ isGone: z.literal(true), bill: bill.nullable() })),
  },
  { name: 'lookUp', call: (client) => client.lookUp('ours'), fits: lookedUp },
  {
    name: 'lookUpTransaction',
    call: (client) => client.lookUpTransaction('48586'),
    fits: lookedUp,
  },
];

let server: AnyServer;
beforeAll(async () => {
  server = await startAnyServer();
});
afterAll(() => server.close());

/** What is wrong with what a call came to; null where nothing is. */
async function faultOf({ name, call, fits }: Method, client: BillPaymentService, most: number) {
  const startedAt = performance.now();
  let answer: unknown;
  try {
    answer = await call(client);
  } catch (error) {
    return `${name} threw ${error instanceof Error ? error.stack : String(error)}`;
  }
  const took = performance.now() - startedAt;
  if (took > most) return `${name} took ${took} ms`;
  const checked = fits.safeParse(answer);
  if (!checked.success) return `${name} came back as ${checked.error.message}`;
  // A page or a file that holds it has no stack of its own to spare.
  return JSON.stringify(answer) === undefined ? `${name} came back with nothing` : null;
}

const REFUSES = {
  status: 404,
  headers: {},
  body: Buffer.from(jsonText({ code: 'R2', message: 'no' })),
};

const DRAWN = sampleCases('versions that are read', VERSIONS, 2);

describe.each(DRAWN)('reads in %s', (version) => {
  it('come back as a value or a problem, whatever is answered', async () => {
    const client = server.client(version);
    let values = 0;
    await fc.assert(
      fc.asyncProperty(replies, async (reply) => {
        server.answer(reply);
        const faults = await Promise.all(
          METHODS.map((method) => faultOf(method, client, 4 * REAL_DEADLINE + 60_000)),
        );
        expect(faults.filter((fault) => fault !== null)).toEqual([]);
        values += client.health.trouble === null ? 1 : 0;
      }),
      // A service that only refuses is no trouble, whatever else the seed draws.
      { numRuns: 40, endOnFailure: true, examples: [[REFUSES]] },
    );
    expect(values).toBeGreaterThan(0);
  });

  it.each(HANGS)('end at their deadline when the answer hangs %s', async (where) => {
    const client = server.client(version);
    server.answer(where);
    const some = METHODS.filter(({ name }) => ['account', 'lookUp', 'consult'].includes(name));
    const faults = await Promise.all(
      some.map((method) => faultOf(method, client, REAL_DEADLINE + 60_000)),
    );
    expect(faults).toEqual(some.map(() => null));
  });
});

it('a list that never ends is read to a bound, and is then no list', async () => {
  const client = server.client('v3.mx', 'patient');
  let page = 0;
  const next = (): void => {
    page += 1;
    const pagination = { current_page: page, next_page: page + 1 };
    server.answer({
      status: 200,
      headers: { 'x-pagination': JSON.stringify(pagination) },
      body: Buffer.from(jsonText({ billers: [{ id: page, name: 'x' }] })),
    });
  };
  next();
  const list = await client.billers('utility', next);
  expect(list).toMatchObject({ ok: false, problem: { kind: 'service-unreadable' } });
  expect(page).toBeLessThan(2000);
});

/** Digits as a service may write them, and how much they are: whole units of 10⁻⁴⁰. */
const written = fc
  .record({
    sign: fc.constantFrom('', '', '-'),
    whole: fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,19}$/)),
    fraction: fc.stringMatching(/^\d{0,14}$/),
    power: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -8, max: 8 })),
  })
  .map(({ sign, whole, fraction, power }) => {
    const text = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
    return power === 0 ? text : `${text}e${power}`;
  });

function exactly(text: string): bigint {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  const units = BigInt(`${whole}${fraction}`) * 10n ** BigInt(40 - fraction.length + Number(power));
  return sign === '-' ? -units : units;
}

describe('amounts', () => {
  const right = (body: unknown) => {
    server.answer({ status: 200, headers: {}, body: Buffer.from(jsonText(body)) });
  };
  /** As a number, or as the text of one. */
  const form = fc.boolean().map((isText) => (digits: string) => (isText ? digits : raw(digits)));

  it('keep every digit, in every answer that tells one', async () => {
    const first = server.client('v1.6', 'patient');
    const third = server.client('v3.mx', 'patient');
    await fc.assert(
      fc.asyncProperty(written, form, async (digits, as) => {
        const amount = as(digits);
        const heard: (string | null | undefined)[] = [];
        right({ name: 'x', balance: amount, minimum_balance: amount, currency: 'MXN' });
        const account = await first.account();
        heard.push(account.ok ? account.value.balance.amount : undefined);
        heard.push(account.ok ? account.value.minimumBalance?.amount : undefined);
        right({ bill_amount: amount, bill_amount_currency: 'RD', payment_transaction_fee: amount });
        const consult = await first.consult(WHO);
        heard.push(consult.ok ? consult.value.amount?.amount : undefined);
        heard.push(consult.ok ? consult.value.fee : undefined);
        right({ topup_amount_received: amount, total_amount_received: amount });
        const check = await first.check(WHO, { amount: '10.00', currency: 'MXN' });
        heard.push(check.ok ? check.value.received : undefined);
        heard.push(check.ok ? check.value.total : undefined);
        right({
          id: 1,
          biller_id: 40,
          account_number: '1',
          balance: amount,
          balance_currency: 'RD',
        });
        const kept = await third.getBill('1');
        heard.push(kept.ok ? kept.value.balance?.amount : undefined);
        right({ transactions: [{ ...TRANSACTION, amount }] });
        const found = await third.lookUp('ours');
        heard.push(found.kind === 'found' ? found.rows[0]?.amount : undefined);
        expect(heard.map((text) => (text ? exactly(text) : text))).toEqual(
          heard.map(() => exactly(digits)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('longer than the contract carries are no amounts, and break nothing', async () => {
    const clients = [server.client('v1.6', 'patient'), server.client('v3.mx', 'patient')];
    const long = fc
      .tuple(fc.integer({ min: 30, max: 45 }), fc.integer({ min: -1, max: 44 }), fc.boolean())
      .map(([length, point, isNegative]) => {
        const digits = '9'.repeat(length);
        const isWhole = point < 1 || point >= length;
        const text = isWhole ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
        return `${isNegative ? '-' : ''}${text}`;
      });
    await fc.assert(
      fc.asyncProperty(long, form, async (digits, as) => {
        const amount = as(digits);
        // One answer that every call can read something of.
        const one = {
          ...TRANSACTION,
          name: 'x',
          balance: amount,
          balance_currency: 'MXN',
          minimum_balance: amount,
          bill_amount: amount,
          payment_transaction_fee: amount,
          topup_amount_received: amount,
          topup_commission: amount,
          available_topup_amounts: [amount, '10.00'],
          amount,
          MXN: amount,
        };
        right({ ...one, billers: [one], bills: [one], transactions: [one] });
        const faults = await Promise.all(
          clients.flatMap((client) => METHODS.map((method) => faultOf(method, client, 60_000))),
        );
        expect(faults.filter((fault) => fault !== null)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('keep every digit in a list that is long enough to be read the fast way', async () => {
    const client = server.client('v3.mx', 'patient');
    const positive = written.filter((digits) => !digits.startsWith('-') && exactly(digits) > 0n);
    await fc.assert(
      fc.asyncProperty(fc.array(positive, { minLength: 1, maxLength: 20 }), async (digits) => {
        const padding = 'x'.repeat(60_000 / digits.length);
        const rows = digits.map((one, id) => ({
          id,
          name: padding,
          available_topup_amounts: [raw(one)],
        }));
        server.answer({
          status: 200,
          headers: { 'x-pagination': '{"next_page":null}' },
          body: Buffer.from(jsonText({ billers: rows })),
        });
        const list = await client.billers('top-up');
        const heard = list.ok ? list.value : [];
        const expected = digits.map(exactly);
        const offered = heard.map(({ amounts }) =>
          amounts.kind === 'list' ? amounts.amounts : [],
        );
        expect(offered.flat().map(exactly)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});
