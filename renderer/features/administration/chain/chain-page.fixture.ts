import {
  type ChainDailyFileDay,
  type ChainDifference,
  type ChainPayment,
  type ChainSales,
  type ChainShift,
  type ChainTill,
  ok,
} from '../../../../shared/contract/index.ts';
import type { FakeTill } from '../../../app/testing/index.ts';

/** A chain for the tests of its screens: a few tills with different problems. Amounts in MXN. */

export const FIXED_TIME = '2026-03-14T16:00:00Z';
const mxn = (amount: string) => ({ amount, currency: 'MXN' });
const createTillRef = (shop: string, posNumber: string) => ({
  tillId: `${shop}-${posNumber}`,
  shop,
  posNumber,
});

export function createChainTill(changes: Partial<ChainTill> = {}): ChainTill {
  return {
    id: 'till-1',
    shop: 'Centro',
    posNumber: '01',
    version: '0.1.0',
    seenAt: FIXED_TIME,
    isClosed: false,
    completeUntil: FIXED_TIME,
    unresolved: 0,
    papers: 0,
    backupAt: FIXED_TIME,
    clockOffSeconds: 0,
    printer: 'green',
    service: 'green',
    samePos: 0,
    lacking: 0,
    refusedRows: 0,
    problems: [],
    ...changes,
  };
}

export function createChainPayment(changes: Partial<ChainPayment> = {}): ChainPayment {
  return {
    id: 'payment-1',
    till: createTillRef('Centro', '01'),
    kind: 'bill',
    state: 'open',
    createdAt: FIXED_TIME,
    billerId: 40,
    billerName: 'CFE',
    account: '501000000007',
    amount: mxn('549.00'),
    due: mxn('561.00'),
    externalId: '0f3c8f6e-2f5b-4b8e-9c3a-1d2e3f405162',
    authorization: null,
    cashierName: 'Ana',
    code: null,
    refund: null,
    cancelledBy: null,
    ...changes,
  };
}

export const SALES: readonly ChainSales[] = [
  {
    name: 'Centro',
    sums: [
      { kind: 'bill', currency: 'MXN', count: 120, amount: '64210.50' },
      { kind: 'top-up', currency: 'MXN', count: 80, amount: '9600.00' },
      { kind: 'cash-out', currency: 'MXN', count: 2, amount: '1500.00' },
      { kind: 'cancel', currency: 'MXN', count: 1, amount: '549.00' },
    ],
    open: 1,
  },
  {
    name: 'Norte',
    sums: [{ kind: 'bill', currency: 'MXN', count: 41, amount: '21000.00' }],
    open: 0,
  },
];

export const TILLS: readonly ChainTill[] = [
  createChainTill({
    id: 'till-2',
    shop: 'Norte',
    posNumber: '07',
    seenAt: '2026-03-14T09:00:00Z',
    completeUntil: '2026-03-14T09:00:00Z',
    lacking: 1,
    samePos: 1,
    problems: ['silent', 'rewound', 'pos-doubled'],
  }),
  createChainTill(),
];

export const DAYS: readonly ChainDailyFileDay[] = [
  {
    day: '2026-03-13',
    state: 'uploaded',
    name: 'LupitaTransactions2026-03-13.csv',
    lines: 4_812,
    totals: [mxn('1904411.50')],
    madeAt: FIXED_TIME,
    uploadedAt: FIXED_TIME,
    handedIn: null,
    inside: 2,
    insideOpen: 1,
    notIn: 1,
    late: 3,
    differences: 2,
    isListUnread: false,
    failure: null,
  },
];

export const DIFFERENCES: readonly ChainDifference[] = [
  {
    id: 'refused-1',
    kind: 'refused-row',
    day: null,
    at: FIXED_TIME,
    till: createTillRef('Norte', '07'),
    externalId: '0f3c8f6e-2f5b-4b8e-9c3a-1d2e3f405162',
    authorization: null,
    account: null,
    amount: null,
    fields: [],
    reason: 'invalid input syntax for type numeric: "x"',
  },
  {
    id: 'difference-1',
    kind: 'fields-differ',
    day: '2026-03-13',
    at: FIXED_TIME,
    till: createTillRef('Centro', '01'),
    externalId: '1a3c8f6e-2f5b-4b8e-9c3a-1d2e3f405162',
    authorization: '48586',
    account: '501000000007',
    amount: mxn('549.00'),
    fields: ['amount', 'time'],
    reason: null,
  },
];

export const SHIFTS: readonly ChainShift[] = [
  {
    id: 'shift-1',
    till: createTillRef('Centro', '01'),
    openedAt: '2026-03-14T13:00:00Z',
    openedBy: 'Ana',
    closedAt: FIXED_TIME,
    closedBy: 'Luis',
    money: [
      {
        currency: 'MXN',
        float: '500.00',
        counted: '8210.00',
        expected: '8260.00',
        difference: '-50.00',
        totals: [
          { name: 'bill', count: 14, amount: '7200.00' },
          { name: 'top-up', count: 6, amount: '560.00' },
          { name: 'gift-card', count: 0, amount: '0' },
          { name: 'fees', count: 0, amount: '112.00' },
          { name: 'a-later-kind', count: 1, amount: '10.00' },
        ],
      },
    ],
    zNumber: 12,
  },
  {
    id: 'shift-2',
    till: createTillRef('Norte', '07'),
    openedAt: FIXED_TIME,
    openedBy: 'Beto',
    closedAt: null,
    closedBy: null,
    money: [],
    zNumber: null,
  },
];

export const OVERVIEW = {
  readAt: FIXED_TIME,
  tills: 2,
  tillsWithProblems: 1,
  unresolved: 1,
  differences: 1,
  refusedRows: 1,
  shiftDifferences: 1,
  backupAt: null,
};

/** Answers the calls of a connected chain. */
export function answerChain(answer: FakeTill['answer']): void {
  const access = {
    hosts: ['db.example:5432'],
    database: 'chain_lupita',
    shop: 'Centro',
    user: 'chain_lupita_office',
  };
  answer('chain.access', () => ok(access));
  answer('chain.overview', () => ok(OVERVIEW));
  answer('chain.today', ({ day, shop }) =>
    ok({
      day: day ?? '2026-03-14',
      readAt: FIXED_TIME,
      sales:
        shop === null ? [...SALES] : SALES.slice(0, 1).map((sales) => ({ ...sales, name: '01' })),
    }),
  );
  answer('chain.tills', ({ hasProblems }) =>
    ok({
      tills: TILLS.filter((till) => !hasProblems || till.problems.length > 0),
      count: 2,
      tillsWithProblems: 1,
      next: null,
    }),
  );
  answer('chain.till', ({ tillId }) =>
    ok({
      till: TILLS.find(({ id }) => id === tillId) ?? createChainTill(),
      recordBreaks: [{ at: FIXED_TIME, kind: 'rewound' }],
      lacking: [
        createChainPayment({ id: 'lacking-1', state: 'paid', till: createTillRef('Norte', '07') }),
      ],
    }),
  );
  answer('chain.unresolved', () => ok({ payments: [createChainPayment()], next: null }));
  answer('chain.days', () => ok({ days: [...DAYS], next: null }));
  answer('chain.day', ({ day }) =>
    ok({
      day: { ...(DAYS[0] as ChainDailyFileDay), day },
      tills: [
        {
          ...createTillRef('Norte', '07'),
          tillStatus: 'not-in',
          completeUntil: '2026-03-14T03:00:00Z',
          seenAt: '2026-03-14T03:00:00Z',
          unresolved: 0,
        },
        {
          ...createTillRef('Sur', '03'),
          tillStatus: 'in-open',
          completeUntil: FIXED_TIME,
          seenAt: FIXED_TIME,
          unresolved: 2,
        },
      ],
    }),
  );
  answer('chain.differences', ({ kind }) =>
    ok({
      differences: DIFFERENCES.filter(
        (difference) =>
          kind === 'all' || (kind === 'refused-row') === (difference.kind === 'refused-row'),
      ),
      next: null,
    }),
  );
  answer('chain.shifts', () => ok({ shifts: [...SHIFTS], next: null }));
  answer('chain.search', ({ cursor }) =>
    ok({
      payments: [createChainPayment({ id: cursor === null ? 'payment-1' : 'payment-2' })],
      next: cursor === null ? 'page-2' : null,
      searchedSince: null,
    }),
  );
  answer('chain.export', () => ok({ file: '/exports/chain.csv', rows: 2 }));
  answer('chain.connect', () => ok(access));
  answer('chain.disconnect', () => ok({ ...access, user: null }));
}
