import {
  type CashState,
  type CountResult,
  fail,
  ok,
  type ShiftBlockingPayment,
  type ShiftReport,
  type Tape,
} from '../../../shared/contract/index.ts';
import type { FakeTill } from './fake-till.ts';
import { createCashState, createTape } from './fake-values.ts';

const FIXED_TIME = '2026-03-14T15:00:00Z';

export function createFakeShift(
  changes: Partial<NonNullable<CashState['shift']>> = {},
): NonNullable<CashState['shift']> {
  return {
    id: 'shift-1',
    number: 12,
    openedAt: FIXED_TIME,
    openedBy: 'Ana',
    drawerOf: null,
    isFloatCounted: true,
    currencies: ['MXN'],
    countedAt: null,
    hasBasket: false,
    canClose: true,
    ...changes,
  };
}

export function createFakeReport(changes: Partial<ShiftReport> = {}): ShiftReport {
  const noPayments = { count: 0, amount: '0.00' };
  return {
    kind: 'x',
    number: null,
    shiftNumber: 12,
    posNumber: '07',
    at: FIXED_TIME,
    by: 'Luis',
    openedAt: FIXED_TIME,
    openedBy: 'Ana',
    drawerOf: null,
    isFloatCounted: true,
    takenOverFrom: null,
    handedTo: null,
    isClockChanged: false,
    money: [
      {
        currency: 'MXN',
        float: '500.00',
        payments: {
          bill: { count: 2, amount: '649.00' },
          'top-up': noPayments,
          'gift-card': noPayments,
        },
        fees: '0.00',
        cashOuts: noPayments,
        cancels: noPayments,
        handBacks: noPayments,
        takeIns: noPayments,
        payIns: noPayments,
        payOuts: { count: 1, amount: '49.00' },
        drops: noPayments,
        tenders: [{ tender: 'cash', amount: '1100.00' }],
        expected: '1100.00',
      },
    ],
    payIns: [],
    payOuts: [],
    drops: [],
    drawerOpened: [],
    late: [],
    openItems: [],
    owed: [],
    toGive: [],
    claims: [],
    settledRefunds: [],
    counts: [],
    sinceCount: [],
    explanation: null,
    ...changes,
  };
}

/** The state behind the responses; a test may change it. */
export interface FakeCash {
  state: CashState;
  openItems: ShiftBlockingPayment[];
  /** The expected sum in the drawer. */
  expected: string;
  counted: CountResult | null;
  report: ShiftReport;
  paper: Tape['state'];
}

/** Handles all calls about shift and cash, for the shift that the test has set. */
export function createFakeCash(fake: FakeTill, state: CashState = createCashState()): FakeCash {
  const cash: FakeCash = {
    state,
    openItems: [],
    expected: '1100.00',
    counted: null,
    report: createFakeReport(),
    paper: 'printed',
  };
  const { answer } = fake;
  answer('cash.state', () => ok(cash.state));
  answer('cash.open', () => {
    cash.state = { ...cash.state, shift: createFakeShift() };
    return ok(cash.state);
  });
  const respondWithJob = () => ok({ jobId: 'job-1' });
  answer('cash.payIn', respondWithJob);
  answer('cash.payOut', ({ approval }) =>
    approval?.pin === '2222' ? respondWithJob() : fail({ kind: 'wrong-pin', waitSeconds: 0 }),
  );
  answer('cash.openDrawer', respondWithJob);
  answer('cash.drop', () => {
    cash.state = { ...cash.state, isDropDue: false };
    return respondWithJob();
  });
  answer('cash.postponeDrop', () => {
    cash.state = { ...cash.state, isDropDue: false };
    return ok(cash.state);
  });
  answer('cash.print', respondWithJob);
  answer('cash.xReport', () => ok({ id: 'report-1', report: cash.report }));
  answer('cash.zReports', () => ok([]));
  answer('cash.shiftBlockingPayments', () => ok(cash.openItems));
  answer('cash.closingCount', () => ok(cash.counted));
  answer('cash.count', ({ shiftId, counts: [count] }) => {
    const counted = count === undefined ? '0.00' : count.other;
    cash.counted = {
      countId: 'count-1',
      shiftId,
      at: FIXED_TIME,
      money: [
        {
          currency: 'MXN',
          pieces: [],
          other: counted,
          counted,
          expected: cash.expected,
          difference: counted === cash.expected ? '0.00' : '-100.00',
        },
      ],
      needsExplanation: counted !== cash.expected,
    };
    return ok(cash.counted);
  });
  const closeShift = (explanation: string | null, handedTo: string | null) => {
    cash.state = { ...cash.state, shift: null };
    const report = createFakeReport({ kind: 'z', number: 7, explanation, handedTo });
    return ok({ printableReport: { id: 'report-7', report }, jobId: 'job-7' });
  };
  answer('cash.close', ({ explanation }) => closeShift(explanation, null));
  answer('cash.handOver', ({ explanation }) => closeShift(explanation, 'Luis'));
  answer('printing.retry', ({ jobId }) => {
    cash.paper = 'printed';
    return ok(createFakePaper(jobId, cash.paper));
  });
  answer('printing.job', ({ jobId }) => ok(createFakePaper(jobId, cash.paper)));
  return cash;
}

/** A paper of the drawer in the given state. */
export function createFakePaper(jobId: string, state: Tape['state']): Tape {
  return createTape({
    jobId,
    kind: 'report',
    lines: [
      {
        kind: 'text',
        align: 'center',
        runs: [{ text: `Papel ${jobId}`, bold: false, double: 'no', inverse: false }],
      },
    ],
    state,
    reason: state === 'failed' ? 'unreachable' : null,
    ticketText: 'none',
    createdAt: FIXED_TIME,
  });
}
