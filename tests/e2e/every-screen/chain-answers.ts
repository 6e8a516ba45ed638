import { ok } from '../../../shared/contract/index.ts';
import { overrideChain, TIMESTAMP } from '../dialogs/dialog-context.ts';
import type { WalkContext } from './walk-context.ts';

const mxn = (amount: string) => ({ amount, currency: 'MXN' });
const NORTE = { tillId: 'till-1', shop: 'Norte', posNumber: '01' };
const TILL = {
  id: 'till-1',
  shop: 'Norte',
  posNumber: '01',
  version: '0.1.0',
  seenAt: TIMESTAMP,
  isClosed: false,
  completeUntil: TIMESTAMP,
  unresolved: 1,
  papers: 2,
  backupAt: TIMESTAMP,
  clockOffSeconds: 172_800,
  printer: 'red',
  service: 'green',
  samePos: 1,
  lacking: 1,
  refusedRows: 1,
} as const;
const DAY = {
  day: '2026-03-13',
  state: 'uploaded',
  name: 'LupitaTransactions2026-03-13.csv',
  lines: 4_812,
  totals: [mxn('1904411.50')],
  madeAt: TIMESTAMP,
  uploadedAt: TIMESTAMP,
  handedIn: null,
  inside: 2,
  insideOpen: 1,
  notIn: 1,
  late: 3,
  differences: 2,
  isListUnread: true,
  failure: null,
} as const;
const PAYMENT = {
  id: 'payment-1',
  till: NORTE,
  kind: 'bill',
  state: 'paid',
  createdAt: TIMESTAMP,
  billerId: 40,
  billerName: 'CFE',
  account: '501000000007',
  amount: mxn('549.00'),
  due: mxn('561.00'),
  externalId: '0f3c8f6e-2f5b-4b8e-9c3a-1d2e3f405162',
  authorization: '48586',
  cashierName: 'Ana',
  code: null,
  refund: null,
  cancelledBy: null,
} as const;
const DIFFERENCE = {
  id: 'difference-1',
  kind: 'fields-differ',
  day: '2026-03-13',
  at: TIMESTAMP,
  till: NORTE,
  externalId: PAYMENT.externalId,
  authorization: '48586',
  account: '501000000007',
  amount: mxn('549.00'),
  fields: ['amount', 'time'],
  reason: null,
} as const;

/** Overrides the answers of a chain with a problem in each of its views. */
export function overrideChainAnswers(context: WalkContext): void {
  const { answers } = context;
  overrideChain(context);
  const tills = [{ ...TILL, problems: ['silent' as const, 'rewound' as const] }];
  const createSum = (kind: 'bill' | 'top-up', count: number, amount: string) =>
    ({ kind, currency: 'MXN', count, amount }) as const;
  answers.override('chain.today', () =>
    ok({
      day: '2026-03-14',
      readAt: TIMESTAMP,
      sales: [
        {
          name: 'Norte',
          sums: [createSum('bill', 120, '64210.50'), createSum('top-up', 80, '9600.00')],
          open: 1,
        },
      ],
    }),
  );
  answers.override('chain.tills', () =>
    ok({ tills: [...tills], count: 1, tillsWithProblems: 1, next: null }),
  );
  answers.override('chain.till', () =>
    ok({
      till: tills[0] ?? { ...TILL, problems: [] },
      recordBreaks: [{ at: TIMESTAMP, kind: 'rewound' }],
      lacking: [PAYMENT],
    }),
  );
  answers.override('chain.days', () =>
    ok({ days: [{ ...DAY, totals: [...DAY.totals] }], next: null }),
  );
  answers.override('chain.day', () =>
    ok({
      day: { ...DAY, totals: [...DAY.totals] },
      tills: [
        {
          ...NORTE,
          tillStatus: 'not-in',
          completeUntil: TIMESTAMP,
          seenAt: TIMESTAMP,
          unresolved: 2,
        },
      ],
    }),
  );
  const refusedRow = {
    ...DIFFERENCE,
    id: 'refused-1',
    kind: 'refused-row' as const,
    day: null,
    account: null,
    amount: null,
    authorization: null,
    fields: [],
    reason: 'invalid input syntax for type numeric: "x"',
  };
  answers.override('chain.differences', () =>
    ok({
      differences: [{ ...DIFFERENCE, fields: [...DIFFERENCE.fields] }, refusedRow],
      next: null,
    }),
  );
  answers.override('chain.search', () =>
    ok({ payments: [PAYMENT], next: 'page-2', searchedSince: null }),
  );
}
