import { fail, ok, type Problem, type ServiceVersion } from '../../../../shared/contract/index.ts';
import { getVersionFacts } from '../../../../shared/rules/index.ts';
import type { VirtualClock } from '../../../platform/index.ts';
import {
  type BillPaymentService,
  type ConsultResult,
  createCorrectedClock,
  formatHttpDate,
  type LookUp,
  type MoneyAnswer,
  type MoneyRequest,
  NOTHING_HEARD,
  type Transaction,
} from '../../../service/index.ts';
import { composed } from './composed.ts';
import { type Fate, type LookUpFate, refusal, unknownAnswer, WELL } from './fates.ts';

export interface SentRequest {
  readonly request: MoneyRequest;
  readonly idempotencyKey: string;
  readonly date: number;
}

export interface FakeService extends BillPaymentService {
  /** Fates of the next requests, in order; after them all goes well. */
  readonly fates: Fate[];
  readonly lookUpFates: LookUpFate[];
  /** Everything that was performed, by external_id: one row each, or it was paid twice. */
  readonly performed: Map<string, Transaction[]>;
  readonly sent: SentRequest[];
  /** Ids of the transactions that were taken back, once for each time. */
  readonly takenBack: string[];
  /** Of the transactions that it performs from now on. */
  hoursToFulfill: number | null;
  /** What it says that the shop earns with each of them; null where it says nothing. */
  earned: string | null;
  /** Later than it was paid, a biller or a bank gives it back. */
  giveBack(externalId: string, status?: string): void;
  /** It has answered 429, and wants quiet until then. */
  quietUntil: number | null;
  /** Why its last answer did not come, as its light tells it. */
  trouble: Problem | null;
  /** What the account endpoint answers; it takes that many milliseconds, null: never. */
  accountAnswer: {
    readonly says: Awaited<ReturnType<BillPaymentService['account']>> | null;
    readonly after: number | null;
  };
  topUpCheck: BillPaymentService['check'];
  readonly deletedBills: string[];
  lookUps: number;
  consultResult: Partial<ConsultResult>;
  /** The next consultations are refused, and leave this bill. */
  consultFails: Awaited<ReturnType<BillPaymentService['consult']>> | null;
  deletionFails: boolean;
  /** Answers of look-ups carry the service's time. */
  tellsTime: boolean;
  /** Rows of look-ups say how the transaction stands; v1.6 promises it nowhere. */
  tellsStatus: boolean;
  /** By how much the Dates of the next answers are wrong, in milliseconds; then they are right. */
  readonly dates: number[];
  /** The client of the next run: it has heard nothing yet. */
  restart(): void;
  /** The service's clock minus the machine's true time. */
  clockOffset: number;
}

const DEADLINE = 60_000;

/**
 * A Bill Payment Service in memory and in virtual time, that loses requests and answers
 * independently of each other. With `keepsKeys` it has the idempotency store; without it, only
 * R49 guards a repeated external_id.
 */
export function fakeService(options: {
  readonly clock: VirtualClock;
  /** Time that nobody sets: what passes at the service. */
  readonly trueTime: () => number;
  readonly version?: ServiceVersion;
  readonly keepsKeys?: boolean;
}): FakeService {
  const { clock } = options;
  const version = options.version ?? 'v1.6';
  const performed = new Map<string, Transaction[]>();
  const firstAnswers = new Map<string, MoneyAnswer>();
  let transactions = 48_000;

  const serviceNow = (): number => options.trueTime() + service.clockOffset;
  let corrected = createCorrectedClock(clock);
  /** The Date of an answer that leaves now, wrong by what a test says. */
  const dated = (): string | undefined => {
    const wrongBy = service.dates.shift() ?? 0;
    return service.tellsTime ? formatHttpDate(serviceNow() + wrongBy) : undefined;
  };
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });

  function perform(body: Record<string, unknown>, status: string | null): Transaction {
    transactions += 1;
    const externalId = String(body.external_id);
    const row: Transaction = {
      id: String(transactions),
      externalId,
      billerId: Number(body.biller_id),
      accountNumber: String(body.account_number),
      amount: String(body.amount),
      currency: String(body.currency),
      createdAt: new Date(serviceNow()).toISOString(),
      status,
      ticketText: `Auth: ${transactions}`,
      fee: null,
      earned: service.earned,
      hoursToFulfill: service.hoursToFulfill,
    };
    performed.set(externalId, [...(performed.get(externalId) ?? []), row]);
    return row;
  }

  /** Takes a transaction back, once. */
  function takeBack(id: string): MoneyAnswer {
    const rows = [...performed.values()].find((some) => some.some((one) => one.id === id));
    const at = rows?.findIndex((one) => one.id === id) ?? -1;
    const row = rows?.[at];
    if (!rows || !row) return refusal('R23');
    if (row.status === 'refunded') return refusal('R103');
    rows[at] = { ...row, status: 'refunded' };
    service.takenBack.push(id);
    return { kind: 'done', httpStatus: 200, transaction: null, raw: '{"code":"R0"}' };
  }

  /** What the service does with a request that reaches it. */
  function process(sent: SentRequest, fate: Fate): MoneyAnswer {
    const body: Record<string, unknown> = JSON.parse(sent.request.body);
    if (serviceNow() > sent.date + 900_000) return refusal(null, 401);
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
    if (fate.says) return fate.says;
    if (target === '/transaction/cancel') {
      const taken = takeBack(String(body.id));
      return taken.kind === 'done' ? (fate.saysAfter ?? taken) : taken;
    }
    if (performed.has(String(body.external_id))) return refusal('R49');
    const transaction = perform(body, fate.status === undefined ? 'sent' : fate.status);
    const done: MoneyAnswer = {
      kind: 'done',
      httpStatus: 201,
      transaction,
      raw: JSON.stringify(transaction),
    };
    return fate.saysAfter ?? done;
  }

  async function send(
    request: MoneyRequest,
    {
      idempotencyKey,
      requestDate: date,
    }: { readonly idempotencyKey: string; readonly requestDate: number },
  ): Promise<MoneyAnswer> {
    const fate = service.fates.shift() ?? WELL;
    const sent = { request, idempotencyKey, date };
    const leftAt = clock.uptime();
    if (fate.isNotSent) {
      await wait(10);
      return { kind: 'not-sent', problem: { kind: 'service-unreachable', reason: 'refused' } };
    }
    service.sent.push(sent);
    if (fate.throws) throw new Error('the client broke');
    return new Promise((resolve) => {
      const cancelDeadline = clock.after(DEADLINE, () => resolve(unknownAnswer('timed-out')));
      if (fate.arrives === null) return;
      clock.after(fate.arrives, () => {
        const answer = process(sent, fate);
        if (fate.answers === null) return;
        const date = dated();
        clock.after(fate.answers, () => {
          cancelDeadline();
          corrected.observe(date, leftAt);
          resolve(answer);
        });
      });
    });
  }

  const listed = (row: Transaction): Transaction =>
    service.tellsStatus ? row : { ...row, status: null };

  async function lookUp(externalId: string): Promise<LookUp> {
    service.lookUps += 1;
    const fate = service.lookUpFates.shift() ?? 'true';
    if (fate === 'throws') throw new Error('the client broke');
    return answerOf(fate, (performed.get(externalId) ?? []).map(listed));
  }

  async function answerOf(
    fate: Exclude<LookUpFate, 'throws'>,
    rows: readonly Transaction[],
  ): Promise<LookUp> {
    const askedAt = clock.uptime();
    await wait(40);
    if (fate === 'failed') {
      return { kind: 'failed', problem: { kind: 'service-silent', seconds: 60 } };
    }
    const { time } = corrected.observe(dated(), askedAt);
    if (fate === 'nameless') return { kind: 'unclear', why: 'a row has no external_id', time };
    if (fate === 'empty') return { kind: 'empty', time };
    const shown = fate === 'true' ? rows : fate.rows(rows);
    return shown.length === 0 ? { kind: 'empty', time } : { kind: 'found', rows: shown, time };
  }

  const notHere = async (): Promise<{ ok: false; problem: Problem }> =>
    fail({ kind: 'not-connected', reason: 'not-ready' });

  const service: FakeService = {
    version,
    capabilities: getVersionFacts(version).capabilities,
    fates: [],
    lookUpFates: [],
    performed,
    sent: [],
    takenBack: [],
    hoursToFulfill: 0,
    earned: null,
    giveBack: (externalId, status = 'refunded') => {
      const rows = performed.get(externalId) ?? [];
      performed.set(
        externalId,
        rows.map((row) => ({ ...row, status })),
      );
    },
    quietUntil: null,
    trouble: null,
    accountAnswer: { says: null, after: 0 },
    topUpCheck: notHere,
    deletedBills: [],
    lookUps: 0,
    consultResult: {},
    consultFails: null,
    deletionFails: false,
    tellsTime: true,
    tellsStatus: true,
    dates: [],
    clockOffset: 0,
    account: async () => {
      const { says, after } = service.accountAnswer;
      if (after === null) return new Promise(() => {});
      await wait(after);
      return says ?? notHere();
    },
    billers: notHere,
    rates: notHere,
    check: (account, amount) => service.topUpCheck(account, amount),
    listBills: notHere,
    getBill: notHere,
    createBill: notHere,
    extraData: notHere,
    refreshBill: notHere,
    readBillAnew: notHere,
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
        billWasThere: false,
        billId: getVersionFacts(version).paysOnlyBills ? `bill-${account.accountNumber}` : null,
        ...service.consultResult,
      });
    },
    deleteBill: async (billId) => {
      await wait(5);
      if (service.deletionFails) return fail({ kind: 'service-silent', seconds: 60 });
      service.deletedBills.push(billId);
      return ok({ isGone: true, bill: null });
    },
    compose: (operation) => composed(operation, version),
    requestDate: () => corrected.now(),
    getSlowestServiceTime: () => corrected.getSlowestTime(),
    restart: () => {
      corrected = createCorrectedClock(clock);
    },
    send,
    lookUp,
    listTransactions: async (page) =>
      ok({ page, transactions: [], unreadable: 0, totalPages: 1, hasNext: false }),
    lookUpTransaction: async (id) => {
      service.lookUps += 1;
      const fate = service.lookUpFates.shift() ?? 'true';
      if (fate === 'throws') throw new Error('the client broke');
      const row = [...performed.values()].flat().find((one) => one.id === id);
      return answerOf(fate, row ? [listed(row)] : []);
    },
    get health() {
      const { quietUntil, trouble } = service;
      // What is in trouble now has answered before.
      const lastAnswerAt = trouble === null ? null : corrected.now();
      return { ...NOTHING_HEARD, quietUntil, trouble, lastAnswerAt };
    },
    onHealthChange: () => () => {},
    close: async () => {},
  };
  return service;
}
