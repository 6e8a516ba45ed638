import { fail, ok, type Problem, type ServiceVersion } from '../../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../../shared/rules/index.ts';
import type { VirtualClock } from '../../../platform/index.ts';
import {
  type BillPaymentService,
  type ConsultResult,
  createServiceClock,
  formatHttpDate,
  INITIAL_HEALTH,
  type MoneyAnswer,
  type MoneyRequest,
  type ServiceTransaction,
  type TransactionLookUp,
} from '../../../service/index.ts';
import { composeRequest } from './compose-request.ts';
import {
  createRefusal,
  createUnknownAnswer,
  type Fate,
  type LookUpFate,
  SUCCEEDS,
} from './fates.ts';

export interface SentRequest {
  readonly request: MoneyRequest;
  readonly idempotencyKey: string;
  readonly date: number;
}

export interface FakeService extends BillPaymentService {
  /** The fates of the next requests, in order; later requests succeed. */
  readonly fates: Fate[];
  readonly lookUpFates: LookUpFate[];
  /** The performed transactions by external_id. More than one row for an id is a double payment. */
  readonly performed: Map<string, ServiceTransaction[]>;
  readonly sentRequests: SentRequest[];
  /** Ids of the cancelled transactions, one entry for each cancel. */
  readonly cancelledIds: string[];
  /** The value in the transactions that it performs from now on. */
  hoursToFulfill: number | null;
  /** The commission in the transactions that it performs from now on; null: none is stated. */
  earned: string | null;
  /** Gives a transaction back later, as a biller or a bank does. */
  giveBack(externalId: string, status?: string): void;
  /** The end of the quiet time after a 429. */
  rateLimitedUntilUptime: number | null;
  /** The problem of the last request; null if it was answered. */
  problem: Problem | null;
  /** The answer of the account endpoint, and its delay in milliseconds; null: it never answers. */
  accountAnswer: {
    readonly result: Awaited<ReturnType<BillPaymentService['readAccount']>> | null;
    readonly after: number | null;
  };
  topUpCheck: BillPaymentService['checkTopUp'];
  readonly deletedBills: string[];
  lookUps: number;
  consultResult: Partial<ConsultResult>;
  /** The answer to the next consultations, if they fail. */
  consultFails: Awaited<ReturnType<BillPaymentService['consult']>> | null;
  deletionFails: boolean;
  /** Answers have a Date header. */
  sendsDate: boolean;
  /** The rows of look-ups have a status; v1.6 does not guarantee it. */
  sendsStatus: boolean;
  /** The errors of the Dates of the next answers, in milliseconds; later Dates are right. */
  readonly dateErrorsMs: number[];
  /** Resets the client for the next run: it has received no answer yet. */
  restart(): void;
  /** The service's clock minus the machine's true time. */
  clockOffset: number;
}

const REQUEST_TIMEOUT_MS = 60_000;

/**
 * An in-memory Bill Payment Service in virtual time. It can lose requests and answers independently
 * of each other. With `keepsKeys` (the default) it stores Idempotency-Keys; without it, only R49
 * protects against a repeated external_id.
 */
export function createFakeService(options: {
  readonly clock: VirtualClock;
  /** The true time, which a change of the till's clock does not affect. */
  readonly trueTime: () => number;
  readonly version?: ServiceVersion;
  readonly keepsKeys?: boolean;
}): FakeService {
  const { clock } = options;
  const version = options.version ?? 'v1.6';
  const performed = new Map<string, ServiceTransaction[]>();
  const firstAnswers = new Map<string, MoneyAnswer>();
  let transactions = 48_000;

  const serviceNow = (): number => options.trueTime() + service.clockOffset;
  let corrected = createServiceClock(clock);
  /** Formats the Date of an answer that is sent now, with the error that the test set. */
  const formatDateHeader = (): string | undefined => {
    const errorMs = service.dateErrorsMs.shift() ?? 0;
    return service.sendsDate ? formatHttpDate(serviceNow() + errorMs) : undefined;
  };
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });

  function buildTransaction(body: Record<string, unknown>, fate: Fate): ServiceTransaction {
    transactions += 1;
    const externalId = String(body.external_id);
    return {
      id: String(transactions),
      externalId,
      billerId: Number(body.biller_id),
      accountNumber: String(body.account_number),
      amount: String(body.amount),
      currency: String(body.currency),
      createdAt: new Date(serviceNow()).toISOString(),
      status: fate.status === undefined ? 'sent' : fate.status,
      ticketText: fate.ticketText ?? `Auth: ${transactions}`,
      fee: null,
      earned: service.earned,
      hoursToFulfill: service.hoursToFulfill,
    };
  }

  function perform(body: Record<string, unknown>, fate: Fate): ServiceTransaction {
    const row = buildTransaction(body, fate);
    const externalId = String(body.external_id);
    performed.set(externalId, [...(performed.get(externalId) ?? []), row]);
    return row;
  }

  const buildDoneAnswer = (transaction: ServiceTransaction): MoneyAnswer => ({
    kind: 'done',
    httpStatus: 201,
    transaction,
    raw: JSON.stringify(transaction),
  });

  /** Cancels a transaction; a second cancel gets R103. */
  function cancelTransaction(id: string, fate: Fate): MoneyAnswer {
    const rows = [...performed.values()].find((candidates) =>
      candidates.some((candidate) => candidate.id === id),
    );
    const index = rows?.findIndex((candidate) => candidate.id === id) ?? -1;
    const row = rows?.[index];
    if (!rows || !row) return createRefusal('R23');
    if (row.status === 'refunded') return createRefusal('R103');
    const { answersTransaction } = fate;
    if (answersTransaction?.performs !== false) {
      rows[index] = { ...row, status: 'refunded' };
      service.cancelledIds.push(id);
    }
    return answersTransaction === undefined
      ? { kind: 'done', httpStatus: 200, transaction: null, raw: '{"code":"R0"}' }
      : buildDoneAnswer(answersTransaction.change(row));
  }

  /** Processes a request that reaches the service. */
  function processRequest(sent: SentRequest, fate: Fate): MoneyAnswer {
    const body: Record<string, unknown> = JSON.parse(sent.request.body);
    if (serviceNow() > sent.date + 900_000) return createRefusal(null, 401);
    const stored = firstAnswers.get(sent.idempotencyKey);
    if (options.keepsKeys !== false && stored) return stored;
    const answer = decide(sent.request.target, body, fate);
    const isKept = answer.kind === 'done' || (answer.kind === 'refused' && answer.httpStatus < 429);
    if (isKept && !firstAnswers.has(sent.idempotencyKey)) {
      firstAnswers.set(sent.idempotencyKey, answer);
    }
    return answer;
  }

  function decide(target: string, body: Record<string, unknown>, fate: Fate): MoneyAnswer {
    if (fate.answer) return fate.answer;
    if (target === '/transaction/cancel') {
      const answer = cancelTransaction(String(body.id), fate);
      return answer.kind === 'done' ? (fate.answerAfterPerforming ?? answer) : answer;
    }
    if (performed.has(String(body.external_id))) return createRefusal('R49');
    const { answersTransaction } = fate;
    const transaction =
      answersTransaction?.performs === false ? buildTransaction(body, fate) : perform(body, fate);
    return (
      fate.answerAfterPerforming ??
      buildDoneAnswer(answersTransaction?.change(transaction) ?? transaction)
    );
  }

  async function send(
    request: MoneyRequest,
    {
      idempotencyKey,
      requestDate: date,
    }: { readonly idempotencyKey: string; readonly requestDate: number },
  ): Promise<MoneyAnswer> {
    const fate = service.fates.shift() ?? SUCCEEDS;
    const sent = { request, idempotencyKey, date };
    const leftAt = clock.uptime();
    if (fate.isNotSent) {
      await wait(10);
      return { kind: 'not-sent', problem: { kind: 'service-unreachable', reason: 'refused' } };
    }
    service.sentRequests.push(sent);
    if (fate.throws) throw new Error('the client broke');
    return new Promise((resolve) => {
      const cancelDeadline = clock.after(REQUEST_TIMEOUT_MS, () =>
        resolve(createUnknownAnswer('timed-out')),
      );
      if (fate.arrives === null) return;
      clock.after(fate.arrives, () => {
        const answer = processRequest(sent, fate);
        if (fate.answers === null) return;
        const date = formatDateHeader();
        clock.after(fate.answers, () => {
          cancelDeadline();
          corrected.observeDateHeader(date, leftAt);
          resolve(answer);
        });
      });
    });
  }

  /** No recorded list row has the ticket text: it comes with the first answer only. */
  const toListedRow = (row: ServiceTransaction): ServiceTransaction => ({
    ...row,
    ticketText: null,
    ...(service.sendsStatus ? {} : { status: null }),
  });

  async function lookUp(externalId: string): Promise<TransactionLookUp> {
    service.lookUps += 1;
    const fate = service.lookUpFates.shift() ?? 'true';
    if (fate === 'throws') throw new Error('the client broke');
    const rows = (performed.get(externalId) ?? []).map(toListedRow);
    return answerLookUp(fate, rows, (row) => row.externalId === externalId);
  }

  /** A transaction of another till. */
  const buildOtherTransaction = (): ServiceTransaction =>
    buildTransaction(
      { external_id: '', biller_id: 41, account_number: '1', amount: '1.00', currency: 'MXN' },
      { arrives: 0, answers: 0 },
    );

  async function answerLookUp(
    fate: Exclude<LookUpFate, 'throws'>,
    rows: readonly ServiceTransaction[],
    isRequested: (row: ServiceTransaction) => boolean,
  ): Promise<TransactionLookUp> {
    const requestedAt = clock.uptime();
    await wait(40);
    if (fate === 'failed') {
      return { kind: 'failed', problem: { kind: 'service-silent', seconds: 60 } };
    }
    const { time } = corrected.observeDateHeader(formatDateHeader(), requestedAt);
    if (fate === 'unread') return { kind: 'unclear', reason: 'not read to its end', time };
    if (fate === 'empty') return { kind: 'empty', time };
    const listedRows =
      fate === 'true'
        ? rows
        : fate === 'nameless'
          ? [buildOtherTransaction(), ...rows].map((row) => ({ ...row, externalId: null }))
          : fate.rows(rows);
    const matches = listedRows.filter(isRequested);
    if (matches.length > 0) return { kind: 'found', rows: matches, time };
    const withoutId = listedRows.filter((row) => row.externalId === null);
    return withoutId.length === 0
      ? { kind: 'empty', time }
      : { kind: 'without-id', rows: withoutId, isFilterIgnored: listedRows.length > 1, time };
  }

  const failNotConnected = async (): Promise<{ ok: false; problem: Problem }> =>
    fail({ kind: 'not-connected', reason: 'not-ready' });

  const service: FakeService = {
    version,
    capabilities: getServiceVersionInfo(version).capabilities,
    fates: [],
    lookUpFates: [],
    performed,
    sentRequests: [],
    cancelledIds: [],
    hoursToFulfill: 0,
    earned: null,
    giveBack: (externalId, status = 'refunded') => {
      const rows = performed.get(externalId) ?? [];
      performed.set(
        externalId,
        rows.map((row) => ({ ...row, status })),
      );
    },
    rateLimitedUntilUptime: null,
    problem: null,
    accountAnswer: { result: null, after: 0 },
    topUpCheck: failNotConnected,
    deletedBills: [],
    lookUps: 0,
    consultResult: {},
    consultFails: null,
    deletionFails: false,
    sendsDate: true,
    sendsStatus: true,
    dateErrorsMs: [],
    clockOffset: 0,
    readAccount: async () => {
      const { result, after } = service.accountAnswer;
      if (after === null) return new Promise(() => {});
      await wait(after);
      return result ?? failNotConnected();
    },
    readBillers: failNotConnected,
    readExchangeRates: failNotConnected,
    checkTopUp: (account, amount) => service.topUpCheck(account, amount),
    listBills: failNotConnected,
    getBill: failNotConnected,
    createBill: failNotConnected,
    readExtraData: failNotConnected,
    refreshBill: failNotConnected,
    readCurrentBill: failNotConnected,
    consult: async (account) => {
      await wait(5);
      if (service.consultFails !== null) return service.consultFails;
      return ok({
        amount: { amount: '549.00', currency: account.currency },
        nameOnAccount: null,
        dueDate: null,
        invoiceNumber: null,
        fee: null,
        amountInChainCurrency: null,
        billExistedBefore: false,
        billId: getServiceVersionInfo(version).paysOnlyBills
          ? `bill-${account.accountNumber}`
          : null,
        ...service.consultResult,
      });
    },
    deleteBill: async (billId) => {
      await wait(5);
      if (service.deletionFails) return fail({ kind: 'service-silent', seconds: 60 });
      service.deletedBills.push(billId);
      return ok({ isGone: true, bill: null });
    },
    compose: (operation) => composeRequest(operation, version),
    getRequestDate: () => corrected.now(),
    getSlowestServiceTime: () => corrected.getSlowestServiceTime(),
    restart: () => {
      corrected = createServiceClock(clock);
    },
    send,
    lookUp,
    listTransactions: async (page) =>
      ok({
        page,
        transactions: [],
        unreadableCount: 0,
        totalPages: 1,
        totalEntries: 0,
        hasNext: false,
      }),
    lookUpTransaction: async (id) => {
      service.lookUps += 1;
      const fate = service.lookUpFates.shift() ?? 'true';
      if (fate === 'throws') throw new Error('the client broke');
      const row = [...performed.values()].flat().find((candidate) => candidate.id === id);
      return answerLookUp(fate, row ? [toListedRow(row)] : [], (listed) => listed.id === id);
    },
    get health() {
      const { rateLimitedUntilUptime, problem } = service;
      // A service with a problem has answered before.
      const lastAnswerAt = problem === null ? null : corrected.now();
      return { ...INITIAL_HEALTH, rateLimitedUntilUptime, problem, lastAnswerAt };
    },
    onHealthChange: () => () => {},
    close: async () => {},
  };
  return service;
}
