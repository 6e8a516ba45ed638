/**
 * Property tests of the service's answers over real HTTPS: missing, null, wrong type, huge, deep,
 * wrong encoding. Every call of the client returns a value that fits the contract, or a problem, in
 * time; and no amount loses a digit.
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
import { getNumericSeed, sampleCases, scaleRuns } from '../support/sampling.ts';
import {
  type AnyServer,
  HANG_POSITIONS,
  REAL_DEADLINE_MS,
  startAnyServer,
} from './fuzz/any-server.ts';
import { REPLIES, TRANSACTION, toJsonText, toRawNumber } from './fuzz/reply-arbitraries.ts';
import { VERSIONS } from './open-counter.ts';

const ACCOUNT = {
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  currency: 'MXN',
};

const billSchema = z.strictObject({
  id: identifierSchema,
  billerId: z.number().int(),
  accountNumber: z.string(),
  nameOnAccount: z.string().nullable(),
  dueDate: z.string().nullable(),
  // The currency is empty where the service names none that can be one; see electron/service/index.ts.
  balance: moneySchema.extend({ currency: z.string().max(8) }).nullable(),
  balanceUpdatedAt: instantSchema.nullable(),
  status: z.string(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  hasExtraData: z.boolean(),
});
const consultSchema = z.looseObject({
  amount: moneySchema.nullable(),
  fee: decimalSchema.nullable(),
  billId: identifierSchema.nullable(),
});
const transactionSchema = z.looseObject({
  id: identifierSchema,
  externalId: identifierSchema.nullable(),
  billerId: z.number().int().nullable(),
  amount: decimalSchema.nullable(),
  fee: decimalSchema.nullable(),
  ticketText: z.string().nullable(),
});
const timeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['agreed', 'no-date']), time: z.number() }),
  z.strictObject({ kind: z.literal('disputed') }),
]);
const lookUpSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    rows: z.array(transactionSchema).min(1),
    time: timeSchema,
  }),
  z.strictObject({ kind: z.literal('empty'), time: timeSchema }),
  z.strictObject({ kind: z.literal('unclear'), reason: z.string(), time: timeSchema }),
  z.strictObject({ kind: z.literal('failed'), problem: problemSchema }),
]);
const createResultSchema = (value: z.ZodType) =>
  z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value }),
    z.strictObject({ ok: z.literal(false), problem: problemSchema }),
  ]);

/** The result of a call that may create a bill that could not be linked, with that bill. */
const createBillResultSchema = (value: z.ZodType) => {
  const failedBill = z.strictObject({
    id: identifierSchema,
    existedBefore: z.boolean().nullable(),
  });
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
  /** The schema of the result, for any answer of the service. */
  readonly schema: z.ZodType;
}

const METHODS: readonly Method[] = [
  {
    name: 'account',
    call: (client) => client.readAccount(),
    schema: createResultSchema(
      z.strictObject({
        name: z.string(),
        balance: moneySchema,
        minimumBalance: moneySchema.nullable(),
      }),
    ),
  },
  ...(['utility', 'top-up', 'gift-card', 'partner'] as const).map((kind) => ({
    name: `${kind} billers`,
    call: (client: BillPaymentService) => client.readBillers(kind),
    schema: createResultSchema(z.array(billerSchema)),
  })),
  {
    name: 'rates',
    call: (client) => client.readExchangeRates(),
    schema: createResultSchema(rateTableSchema.shape.perUsd),
  },
  {
    name: 'consult',
    call: (client) => client.consult(ACCOUNT),
    schema: createBillResultSchema(consultSchema),
  },
  {
    name: 'check',
    call: (client) => client.checkTopUp(ACCOUNT, { amount: '10.00', currency: 'MXN' }),
    schema: createResultSchema(
      z.strictObject({
        receivedAmount: decimalSchema,
        bonusAmount: decimalSchema,
        totalAmount: decimalSchema.nullable(),
        currency: z.string().min(1).max(8),
        promotions: z.array(z.string()),
      }),
    ),
  },
  {
    name: 'listBills',
    call: (client) => client.listBills(1),
    schema: createResultSchema(z.looseObject({ bills: z.array(billSchema) })),
  },
  {
    name: 'getBill',
    call: (client) => client.getBill('8390'),
    schema: createResultSchema(billSchema),
  },
  {
    name: 'createBill',
    call: (client) => client.createBill(ACCOUNT),
    schema: createBillResultSchema(billSchema),
  },
  {
    name: 'extraData',
    call: (client) => client.readExtraData('8390'),
    schema: createResultSchema(z.strictObject({ bill: billSchema, extra: z.unknown() })),
  },
  {
    name: 'refreshBill',
    call: (client) => client.refreshBill('8390'),
    schema: createResultSchema(billSchema),
  },
  {
    name: 'readCurrentBill',
    call: (client) => client.readCurrentBill('8390'),
    schema: createResultSchema(billSchema),
  },
  {
    name: 'deleteBill',
    call: (client) => client.deleteBill('8390'),
    schema: createResultSchema(
      z.strictObject({ isGone: z.literal(true), bill: billSchema.nullable() }),
    ),
  },
  { name: 'lookUp', call: (client) => client.lookUp('ours'), schema: lookUpSchema },
  {
    name: 'lookUpTransaction',
    call: (client) => client.lookUpTransaction('48586'),
    schema: lookUpSchema,
  },
];

let server: AnyServer;
beforeAll(async () => {
  server = await startAnyServer();
});
afterAll(() => server.close());

/** Returns what is wrong with the result of a call; null if it is right. */
async function findCallFault(
  { name, call, schema }: Method,
  client: BillPaymentService,
  maxMs: number,
) {
  const startedAt = performance.now();
  let answer: unknown;
  try {
    answer = await call(client);
  } catch (error) {
    return `${name} threw ${error instanceof Error ? error.stack : String(error)}`;
  }
  const elapsedMs = performance.now() - startedAt;
  if (elapsedMs > maxMs) return `${name} took ${elapsedMs} ms`;
  const parsed = schema.safeParse(answer);
  if (!parsed.success) return `${name} came back as ${parsed.error.message}`;
  // The result must be serializable, because a page or a file stores it.
  return JSON.stringify(answer) === undefined ? `${name} came back with nothing` : null;
}

const REFUSAL = {
  status: 404,
  headers: {},
  body: Buffer.from(toJsonText({ code: 'R2', message: 'no' })),
};

const BILL_WITH_UNUSABLE_CURRENCY = {
  status: 200,
  headers: {},
  body: Buffer.from(
    toJsonText({
      id: 8390,
      biller_id: 40,
      account_number: ACCOUNT.accountNumber,
      balance: 549,
      balance_currency: 'PESOS MEXICANOS',
    }),
  ),
};

const SAMPLED_VERSIONS = sampleCases('versions that are read', VERSIONS, 2);

describe.each(SAMPLED_VERSIONS)('reads in %s', (version) => {
  it('returns a value or a problem for any answer to a read', async () => {
    const client = server.createClient(version, 'patient');
    let values = 0;
    await fc.assert(
      fc.asyncProperty(REPLIES, async (reply) => {
        server.setAnswer(reply);
        const faults = await Promise.all(
          METHODS.map((method) => findCallFault(method, client, 4 * REAL_DEADLINE_MS + 60_000)),
        );
        expect(faults.filter((fault) => fault !== null)).toEqual([]);
        values += client.health.problem === null ? 1 : 0;
      }),
      // A service that only refuses is healthy, so this example counts as a value for every seed.
      {
        numRuns: scaleRuns(20, 4_000),
        seed: getNumericSeed('answers 1'),
        endOnFailure: true,
        examples: [[REFUSAL], [BILL_WITH_UNUSABLE_CURRENCY]],
      },
    );
    expect(values).toBeGreaterThan(0);
  });

  it.each(HANG_POSITIONS)(
    'ends a read at its deadline when the answer hangs %s',
    async (position) => {
      const client = server.createClient(version);
      server.setAnswer(position);
      const methods = METHODS.filter(({ name }) => ['account', 'lookUp', 'consult'].includes(name));
      const faults = await Promise.all(
        methods.map((method) => findCallFault(method, client, REAL_DEADLINE_MS + 60_000)),
      );
      expect(faults).toEqual(methods.map(() => null));
    },
  );
});

it('stops reading an endless list at a limit, and returns a problem', async () => {
  const client = server.createClient('v3.mx', 'patient');
  let page = 0;
  const answerNextPage = (): void => {
    page += 1;
    const pagination = { current_page: page, next_page: page + 1 };
    server.setAnswer({
      status: 200,
      headers: { 'x-pagination': JSON.stringify(pagination) },
      body: Buffer.from(toJsonText({ billers: [{ id: page, name: 'x' }] })),
    });
  };
  answerNextPage();
  const list = await client.readBillers('utility', answerNextPage);
  expect(list).toMatchObject({ ok: false, problem: { kind: 'service-unreadable' } });
  expect(page).toBeLessThan(2000);
});

/** Digits as a service may write them, with an optional exponent. */
const amountText = fc
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

function toUnits(text: string): bigint {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  const units = BigInt(`${whole}${fraction}`) * 10n ** BigInt(40 - fraction.length + Number(power));
  return sign === '-' ? -units : units;
}

describe('amounts', () => {
  const answerWith = (body: unknown) => {
    server.setAnswer({ status: 200, headers: {}, body: Buffer.from(toJsonText(body)) });
  };
  /** As a number, or as its text. */
  const amountForm = fc
    .boolean()
    .map((isText) => (digits: string) => (isText ? digits : toRawNumber(digits)));

  it('keeps every digit of an amount, in every answer that contains one', async () => {
    const firstClient = server.createClient('v1.6', 'patient');
    const thirdClient = server.createClient('v3.mx', 'patient');
    await fc.assert(
      fc.asyncProperty(amountText, amountForm, async (digits, toForm) => {
        const amount = toForm(digits);
        const parsedAmounts: (string | null | undefined)[] = [];
        answerWith({ name: 'x', balance: amount, minimum_balance: amount, currency: 'MXN' });
        const account = await firstClient.readAccount();
        parsedAmounts.push(account.ok ? account.value.balance.amount : undefined);
        parsedAmounts.push(account.ok ? account.value.minimumBalance?.amount : undefined);
        answerWith({
          bill_amount: amount,
          bill_amount_currency: 'RD',
          payment_transaction_fee: amount,
        });
        const consult = await firstClient.consult(ACCOUNT);
        parsedAmounts.push(consult.ok ? consult.value.amount?.amount : undefined);
        parsedAmounts.push(consult.ok ? consult.value.fee : undefined);
        answerWith({ topup_amount_received: amount, total_amount_received: amount });
        const check = await firstClient.checkTopUp(ACCOUNT, { amount: '10.00', currency: 'MXN' });
        parsedAmounts.push(check.ok ? check.value.receivedAmount : undefined);
        parsedAmounts.push(check.ok ? check.value.totalAmount : undefined);
        answerWith({
          id: 1,
          biller_id: 40,
          account_number: '1',
          balance: amount,
          balance_currency: 'RD',
        });
        const bill = await thirdClient.getBill('1');
        parsedAmounts.push(bill.ok ? bill.value.balance?.amount : undefined);
        answerWith({ transactions: [{ ...TRANSACTION, amount }] });
        const lookUp = await thirdClient.lookUp('ours');
        parsedAmounts.push(lookUp.kind === 'found' ? lookUp.rows[0]?.amount : undefined);
        expect(parsedAmounts.map((text) => (text ? toUnits(text) : text))).toEqual(
          parsedAmounts.map(() => toUnits(digits)),
        );
      }),
      { numRuns: scaleRuns(30, 6_000), seed: getNumericSeed('answers 2') },
    );
  });

  it('returns no amount, and no error, for an amount longer than the contract allows', async () => {
    const clients = [
      server.createClient('v1.6', 'patient'),
      server.createClient('v3.mx', 'patient'),
    ];
    const longAmount = fc
      .tuple(fc.integer({ min: 30, max: 45 }), fc.integer({ min: -1, max: 44 }), fc.boolean())
      .map(([length, point, isNegative]) => {
        const digits = '9'.repeat(length);
        const isWhole = point < 1 || point >= length;
        const text = isWhole ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
        return `${isNegative ? '-' : ''}${text}`;
      });
    await fc.assert(
      fc.asyncProperty(longAmount, amountForm, async (digits, toForm) => {
        const amount = toForm(digits);
        // One answer from which every call can read something.
        const answer = {
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
        answerWith({ ...answer, billers: [answer], bills: [answer], transactions: [answer] });
        const faults = await Promise.all(
          clients.flatMap((client) =>
            METHODS.map((method) => findCallFault(method, client, 60_000)),
          ),
        );
        expect(faults.filter((fault) => fault !== null)).toEqual([]);
      }),
      { numRuns: scaleRuns(20, 4_000), seed: getNumericSeed('answers 3') },
    );
  });

  it('keeps every digit in a list that is long enough for the fast parser', async () => {
    const client = server.createClient('v3.mx', 'patient');
    const positive = amountText.filter((digits) => !digits.startsWith('-') && toUnits(digits) > 0n);
    await fc.assert(
      fc.asyncProperty(fc.array(positive, { minLength: 1, maxLength: 20 }), async (digits) => {
        const padding = 'x'.repeat(60_000 / digits.length);
        const rows = digits.map((amount, id) => ({
          id,
          name: padding,
          available_topup_amounts: [toRawNumber(amount)],
        }));
        server.setAnswer({
          status: 200,
          headers: { 'x-pagination': '{"next_page":null}' },
          body: Buffer.from(toJsonText({ billers: rows })),
        });
        const list = await client.readBillers('top-up');
        const billers = list.ok ? list.value : [];
        const expected = digits.map(toUnits);
        const offeredAmounts = billers.map(({ amounts }) =>
          amounts.kind === 'list' ? amounts.amounts : [],
        );
        expect(offeredAmounts.flat().map(toUnits)).toEqual(expected);
      }),
      { numRuns: scaleRuns(20, 4_000), seed: getNumericSeed('answers 4') },
    );
  });
});
