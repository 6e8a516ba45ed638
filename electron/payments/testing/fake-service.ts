import { fail, ok, type Problem, type ServiceVersion } from '../../../shared/contract/index.ts';
import { versionFacts } from '../../../shared/rules/index.ts';
import type { VirtualClock } from '../../platform/index.ts';
import type {
  BillPaymentService,
  ConsultResult,
  LookUp,
  MoneyAnswer,
  MoneyOperation,
  MoneyRequest,
  Transaction,
} from '../../service/index.ts';

/** What becomes of one request. Milliseconds; a null never happens. */
export interface Fate {
  /** From leaving the till to the service. */
  readonly arrives: number | null;
  /** From the service to the till. */
  readonly answers: number | null;
  /** The connection never opens. */
  readonly isNotSent?: boolean;
  /** The service answers this and does nothing. */
  readonly says?: MoneyAnswer;
  /** The service does it, and answers this. */
  readonly saysAfter?: MoneyAnswer;
  /** Of the transaction that is made. */
  readonly status?: string | null;
  /** The client itself breaks. */
  readonly throws?: boolean;
}

export const WELL: Fate = { arrives: 20, answers: 30 };
export const NEVER_ARRIVES: Fate = { arrives: null, answers: null };
export const ANSWER_LOST: Fate = { arrives: 20, answers: null };

export type LookUpFate =
  | 'true'
  | 'failed'
  | 'empty'
  | 'nameless'
  | 'throws'
  | { readonly rows: (own: readonly Transaction[]) => readonly Transaction[] };

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
  topUpCheck: BillPaymentService['check'];
  readonly deletedBills: string[];
  lookUps: number;
  consultResult: Partial<ConsultResult>;
  deletionFails: boolean;
  /** Answers of look-ups carry the service's time. */
  tellsTime: boolean;
  /** The service's clock minus the machine's true time. */
  clockOffset: number;
}

export function refusal(code: string | null, httpStatus = 422): MoneyAnswer {
  return {
    kind: 'refused',
    httpStatus,
    code,
    message: code && `message of ${code}`,
    raw: '{}',
    retryAfterSeconds: null,
  };
}

export function unknownAnswer(
  reason: Extract<MoneyAnswer, { kind: 'unknown' }>['reason'],
  httpStatus: number | null = null,
): MoneyAnswer {
  return { kind: 'unknown', reason, httpStatus, raw: null };
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
  /** The till corrects its clock by each answer that tells the time. */
  let correction = 0;
  const heard = (): void => {
    if (service.tellsTime) correction = serviceNow() - clock.now();
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
      hoursToFulfill: 0,
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
        clock.after(fate.answers, () => {
          cancelDeadline();
          heard();
          resolve(answer);
        });
      });
    });
  }

  async function lookUp(externalId: string): Promise<LookUp> {
    service.lookUps += 1;
    const fate = service.lookUpFates.shift() ?? 'true';
    if (fate === 'throws') throw new Error('the client broke');
    const serviceTime = service.tellsTime ? Math.floor(serviceNow() / 1000) * 1000 : null;
    const rows = performed.get(externalId) ?? [];
    await wait(40);
    if (fate === 'failed') {
      return { kind: 'failed', problem: { kind: 'service-silent', seconds: 60 } };
    }
    heard();
    if (fate === 'nameless')
      return { kind: 'unclear', why: 'a row has no external_id', serviceTime };
    if (fate === 'empty') return { kind: 'empty', serviceTime };
    const shown = fate === 'true' ? rows : fate.rows(rows);
    return shown.length === 0
      ? { kind: 'empty', serviceTime }
      : { kind: 'found', rows: shown, serviceTime };
  }

  const notHere = async (): Promise<{ ok: false; problem: Problem }> =>
    fail({ kind: 'not-connected', reason: 'not-ready' });

  const service: FakeService = {
    version,
    capabilities: versionFacts(version).capabilities,
    fates: [],
    lookUpFates: [],
    performed,
    sent: [],
    takenBack: [],
    topUpCheck: notHere,
    deletedBills: [],
    lookUps: 0,
    consultResult: {},
    deletionFails: false,
    tellsTime: true,
    clockOffset: 0,
    account: notHere,
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
      return ok({
        amount: { amount: '549.00', currency: account.currency },
        nameOnAccount: null,
        dueDate: null,
        invoiceNumber: null,
        fee: null,
        amountInChainCurrency: null,
        billWasThere: false,
        billId: versionFacts(version).paysOnlyBills ? `bill-${account.accountNumber}` : null,
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
    requestDate: () => clock.now() + correction,
    send,
    lookUp,
    listTransactions: async (page) =>
      ok({ page, transactions: [], unreadable: 0, totalPages: 1, hasNext: false }),
    lookUpTransaction: async (id) => {
      service.lookUps += 1;
      const fate = service.lookUpFates.shift() ?? 'true';
      if (fate === 'throws') throw new Error('the client broke');
      await wait(40);
      if (fate === 'failed') {
        return { kind: 'failed', problem: { kind: 'service-silent', seconds: 60 } };
      }
      heard();
      const row = [...performed.values()].flat().find((one) => one.id === id);
      const serviceTime = service.tellsTime ? Math.floor(serviceNow() / 1000) * 1000 : null;
      if (fate === 'nameless') return { kind: 'unclear', why: 'a row has no id', serviceTime };
      if (fate === 'empty') return { kind: 'empty', serviceTime };
      const own = row ? [row] : [];
      const rows = fate === 'true' ? own : fate.rows(own);
      return rows.length > 0
        ? { kind: 'found', rows: [...rows], serviceTime }
        : { kind: 'empty', serviceTime };
    },
    health: { lastAnswerAt: null, lastTroubleAt: null, trouble: null, clockOffset: 0 },
    onHealth: () => () => {},
    close: async () => {},
  };
  return service;
}

function composed(operation: MoneyOperation, version: ServiceVersion): MoneyRequest {
  if (operation.kind === 'cancel') {
    return {
      method: 'POST',
      target: '/transaction/cancel',
      body: JSON.stringify({ id: operation.transactionId }),
    };
  }
  const billId = operation.kind === 'pay' ? operation.billId : null;
  if (versionFacts(version).paysOnlyBills && operation.kind === 'pay' && billId === null)
    throw new TypeError('version 3.3 pays a bill');
  return {
    method: 'POST',
    target: targetOf(operation.kind, billId),
    body: JSON.stringify({
      biller_id: operation.billerId,
      account_number: operation.accountNumber,
      name_on_account: operation.nameOnAccount,
      amount: operation.amount.amount,
      currency: operation.amount.currency,
      external_id: operation.externalId,
      pos_number: operation.posNumber,
      ...(operation.kind === 'cash-out' ? { cashier_id: operation.cashierId } : {}),
    }),
  };
}

function targetOf(kind: 'pay' | 'cash-out', billId: string | null): string {
  if (kind === 'cash-out') return '/bill/cash_out';
  return billId === null ? '/bill/pay' : `/bills/${billId}/pay`;
}
