import type { Clock } from '../../../electron/platform/index.ts';
import type { HttpExchange } from '../../../electron/service/index.ts';
import type { TrainingService } from '../../../electron/training/index.ts';

type ExchangeRequest = Parameters<HttpExchange>[0];
export type CallAnswer = Awaited<ReturnType<HttpExchange>>;

/** What happens to one request and its answer. Milliseconds. */
export type NetworkFault =
  | { readonly kind: 'well' }
  /** The connection never opens. */
  | { readonly kind: 'refused' }
  /** The request does not arrive. */
  | { readonly kind: 'request-lost'; readonly how: 'reset' | 'silence' }
  /** The request is performed, and the answer does not arrive. */
  | { readonly kind: 'answer-lost'; readonly how: 'reset' | 'silence' }
  /** The request arrives so much later, long after the client's timeout. */
  | { readonly kind: 'request-late'; readonly milliseconds: number }
  | { readonly kind: 'answer-late'; readonly milliseconds: number }
  /** A second copy arrives so much later; the first one is answered. */
  | { readonly kind: 'twice'; readonly milliseconds: number }
  /** The second copy is answered; the answer to the first one is lost. */
  | { readonly kind: 'answered-second'; readonly milliseconds: number }
  /** The service stores no idempotency keys: only R49 and R103 guard a repeated send. */
  | { readonly kind: 'keyless' }
  /** Something else answers, whether the service performed the request or not. */
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly body: string;
      readonly isDone: boolean;
      /**
       * If the service itself rejected the request, for example for an expired signature, its own
       * answer is returned.
       */
      readonly onlyIfDone?: boolean;
    }
  | { readonly kind: 'half-answer' }
  /**
   * The service answers 2xx, and the answer does not confirm the request. A payment that it has not
   * done is listed as crashed.
   */
  | { readonly kind: 'denies'; readonly how: Denial; readonly isDone: boolean }
  /** Lists only: the service claims that there is always a next page, and returns the same page. */
  | { readonly kind: 'page-repeats' }
  /**
   * Look-ups only: the payment is not listed yet. A service may do so only while the request may
   * still be in transit.
   */
  | { readonly kind: 'not-listed-yet' };

/** What a 2xx answer says instead of a confirmation. */
export type Denial =
  /** The status of the payment, or of the payment that a cancel names. */
  | { readonly kind: 'status'; readonly status: string }
  /** An error beside the id. */
  | { readonly kind: 'error-code'; readonly code: string }
  /** For a cancel: a transaction that it does not name; for a payment: an error beside the id. */
  | { readonly kind: 'other-id' }
  /** For a cancel: a code that is not R0; for a payment: a code and no transaction. */
  | { readonly kind: 'code'; readonly code: string };

/** Decides over a request in the place of the faults: delivers it when it wants, and answers it. */
export type NetworkDirector = (
  request: { readonly isMoney: boolean; readonly target: string },
  deliver: () => Promise<CallAnswer>,
) => Promise<CallAnswer>;

export interface Network {
  readonly exchange: HttpExchange;
  /** Faults of the next requests that move money, in order; later requests have none. */
  readonly money: NetworkFault[];
  /** Faults of the next reads. */
  readonly reads: NetworkFault[];
  /** Offsets of the Dates of the next answers to any request, in milliseconds. */
  readonly dates: number[];
  /** Draws the offsets of all later answers. */
  drawLastingDate: () => number;
  /**
   * Applies the offsets also to a 401, whose Date is then not the time by which the request was
   * checked.
   */
  misdates401: boolean;
  /** Null: the faults above decide. */
  director: NetworkDirector | null;
  /** The number of the program's run; answers to an earlier run are received by nobody. */
  runNumber: number;
  /**
   * The external_ids of payments whose last word from the service is a denial: no answer or row since
   * then has a status that confirms them.
   */
  readonly deniedIds: Map<string, Denial['kind']>;
  /** Every request that moves money as it was sent: target, key, Date and body. */
  readonly sentRequests: {
    readonly target: string;
    readonly key: string;
    readonly date: string;
    readonly body: string;
  }[];
}

const SIGNATURE_TTL_MS = 15 * 60_000;
const REQUEST_LATENCY_MS = 20;
const RESPONSE_LATENCY_MS = 30;

export function createNetwork(clock: Clock, training: () => TrainingService): Network {
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });
  const never = new Promise<never>(() => {});

  async function deliver(request: ExchangeRequest, withoutKey = false): Promise<CallAnswer> {
    const headers = Object.entries(request.headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !withoutKey || name !== 'idempotency-key');
    const reply = await training().handle({
      method: request.method,
      target: request.target,
      headers: Object.fromEntries(headers),
      body: request.body ?? new Uint8Array(),
    });
    if (reply.kind === 'cut') return { kind: 'unknown', reason: 'connection-lost', status: null };
    const replyHeaders = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return { kind: 'answered', status: reply.status, headers: replyHeaders, body: reply.body };
  }

  const deniedIds = new Map<string, Denial['kind']>();

  /** A row or an answer that confirms a payment ends its denial. */
  function recordConfirmations(answer: CallAnswer): void {
    if (answer.kind !== 'answered' || answer.status >= 300 || deniedIds.size === 0) return;
    const body = parseObject(answer.body);
    const rows: unknown[] = Array.isArray(body?.transactions) ? body.transactions : [body];
    for (const row of rows) {
      const status = String(Reflect.get(Object(row), 'status') ?? '').toLowerCase();
      if (!CONFIRMING_STATUSES.includes(status)) continue;
      const { transactions } = training().inspect();
      const own = transactions.find(
        ({ id }) => String(id) === String(Reflect.get(Object(row), 'id')),
      );
      // A row without a status does not disprove a status.
      const isDisproved = status !== '' || deniedIds.get(own?.externalId ?? '') !== 'status';
      if (own && isDisproved) deniedIds.delete(own.externalId);
    }
  }

  /** Not if the program that sent the request has ended since: nobody received the answer. */
  function recordDenial(
    request: ExchangeRequest,
    answer: CallAnswer,
    { how }: Extract<NetworkFault, { kind: 'denies' }>,
  ): void {
    const sent = parseObject(Buffer.from(request.body ?? []).toString('utf8'));
    if (sent?.external_id === undefined || !isSuccess(answer)) return;
    deniedIds.set(String(sent.external_id), how.kind);
  }

  function crash(request: ExchangeRequest, answer: CallAnswer): void {
    const sent = parseObject(Buffer.from(request.body ?? []).toString('utf8'));
    if (isSuccess(answer)) training().reverseTransaction(String(sent?.external_id), 'crashed');
  }

  /** Answers 2xx with a denial in the place of the service's confirmation. */
  function deny(
    request: ExchangeRequest,
    answer: CallAnswer,
    { how }: Extract<NetworkFault, { kind: 'denies' }>,
  ): CallAnswer {
    if (answer.kind !== 'answered' || answer.status >= 300) return answer;
    const sent = parseObject(Buffer.from(request.body ?? []).toString('utf8'));
    const withBody = (body: object): CallAnswer => ({ ...answer, body: JSON.stringify(body) });
    if (sent?.external_id === undefined) return withBody(buildCancelDenial(sent?.id, how));
    return withBody(buildPaymentDenial(parseObject(answer.body) ?? {}, how));
  }

  const connectionLost: CallAnswer = { kind: 'unknown', reason: 'connection-lost', status: null };

  async function applyFault(request: ExchangeRequest, fault: NetworkFault): Promise<CallAnswer> {
    if (fault.kind === 'refused') {
      await wait(REQUEST_LATENCY_MS);
      return { kind: 'not-sent', reason: 'refused' };
    }
    if (fault.kind === 'request-lost') {
      if (fault.how === 'silence') return await never;
      await wait(REQUEST_LATENCY_MS);
      return connectionLost;
    }
    await wait(fault.kind === 'request-late' ? fault.milliseconds : REQUEST_LATENCY_MS);
    if (fault.kind === 'answers' && !fault.isDone) {
      await wait(RESPONSE_LATENCY_MS);
      return createAnswer(fault);
    }
    if (fault.kind === 'twice') {
      clock.after(fault.milliseconds, () => void deliver(request));
    }
    if (fault.kind === 'denies' && !fault.isDone && isCancel(request)) {
      await wait(RESPONSE_LATENCY_MS);
      return deny(request, buildOk(), fault);
    }
    // No stored answer may confirm later what the service has not done.
    const isKeyless = fault.kind === 'keyless' || (fault.kind === 'denies' && !fault.isDone);
    const answer = await deliver(request, isKeyless);
    // At once: no look-up may see it done.
    if (fault.kind === 'denies' && !fault.isDone) crash(request, answer);
    await wait(fault.kind === 'answer-late' ? fault.milliseconds : RESPONSE_LATENCY_MS);
    switch (fault.kind) {
      case 'answer-lost':
        return fault.how === 'silence' ? await never : connectionLost;
      case 'answered-second':
        await wait(fault.milliseconds);
        return await deliver(request);
      case 'answers':
        return fault.onlyIfDone && !isSuccess(answer) ? answer : createAnswer(fault);
      case 'denies':
        return deny(request, answer, fault);
      case 'half-answer':
        return answer.kind === 'answered'
          ? { ...answer, body: answer.body.slice(0, answer.body.length >> 1) }
          : answer;
      case 'not-listed-yet':
        return isRecent(request) ? removeRows(answer) : answer;
      case 'page-repeats':
        return addNextPage(answer);
      default:
        return answer;
    }
  }

  function buildOk(): CallAnswer {
    return createAnswer({ kind: 'answers', status: 200, body: '{}', isDone: false });
  }

  function isSuccess(answer: CallAnswer): boolean {
    return answer.kind === 'answered' && answer.status < 300;
  }

  function createAnswer(fault: Extract<NetworkFault, { kind: 'answers' }>): CallAnswer {
    return {
      kind: 'answered',
      status: fault.status,
      headers: { date: new Date(clock.now()).toUTCString() },
      body: fault.body,
    };
  }

  /**
   * A machine behind the same address has another clock. A machine that rejects a Date usually
   * returns its own Date; a till that knows only that machine could not detect the difference.
   */
  function shiftDate(answer: CallAnswer, offsetMs: number): CallAnswer {
    if (answer.kind !== 'answered' || offsetMs === 0) return answer;
    if (answer.status === 401 && !network.misdates401) return answer;
    const { date } = answer.headers;
    if (date === undefined) return answer;
    const shiftedDate = new Date(Date.parse(date) + offsetMs).toUTCString();
    return { ...answer, headers: { ...answer.headers, date: shiftedDate } };
  }

  function isRecent(request: ExchangeRequest): boolean {
    const query = new URL(request.target, 'https://service.test').searchParams;
    const externalId = query.get('q[external_id_eq]');
    const [row] = externalId === null ? [] : training().inspect(externalId).transactions;
    return row !== undefined && clock.now() - Date.parse(row.createdAt) < SIGNATURE_TTL_MS;
  }

  function removeRows(answer: CallAnswer): CallAnswer {
    if (answer.kind !== 'answered') return answer;
    return { ...answer, body: '{"transactions":[]}' };
  }

  function addNextPage(answer: CallAnswer): CallAnswer {
    if (answer.kind !== 'answered') return answer;
    const pagination = JSON.stringify({
      total_entries: 500,
      total_pages: 5,
      previous_page: null,
      current_page: 1,
      next_page: 2,
    });
    return { ...answer, headers: { ...answer.headers, 'x-pagination': pagination } };
  }

  const network: Network = {
    money: [],
    reads: [],
    dates: [],
    drawLastingDate: () => 0,
    misdates401: false,
    director: null,
    runNumber: 0,
    deniedIds,
    sentRequests: [],
    exchange: async (request) => {
      const isMoney = request.headers['Idempotency-Key'] !== undefined;
      if (isMoney) {
        network.sentRequests.push({
          target: request.target,
          key: request.headers['Idempotency-Key'] ?? '',
          date: request.headers.Date ?? '',
          body: Buffer.from(request.body ?? []).toString('utf8'),
        });
      }
      if (network.director !== null) {
        const ownAnswer = await network.director({ isMoney, target: request.target }, () =>
          deliver(request),
        );
        recordConfirmations(ownAnswer);
        return ownAnswer;
      }
      const fault = (isMoney ? network.money : network.reads).shift() ?? { kind: 'well' };
      const { runNumber } = network;
      const answer = await applyFault(request, fault);
      if (fault.kind !== 'denies') recordConfirmations(answer);
      else if (network.runNumber === runNumber) recordDenial(request, answer, fault);
      return shiftDate(answer, network.dates.shift() ?? network.drawLastingDate());
    },
  };
  return network;
}

/** A payment that was given back later was done; one without a status, which v1.6 sends, too. */
const CONFIRMING_STATUSES = ['', 'sent', 'fulfilled', 'refunded', 'reversed'];

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function isCancel(request: ExchangeRequest): boolean {
  return request.target.endsWith('/transaction/cancel');
}

function buildCancelDenial(id: unknown, how: Denial): object {
  switch (how.kind) {
    case 'status':
      return { id, status: how.status };
    case 'error-code':
      return { id, status: 'reversed', error_code: how.code };
    case 'other-id':
      return { id: 1, status: 'reversed' };
    case 'code':
      return { code: how.code };
  }
}

function buildPaymentDenial(row: Record<string, unknown>, how: Denial): object {
  switch (how.kind) {
    case 'status':
      return { ...row, status: how.status };
    case 'error-code':
    case 'other-id':
      return { ...row, error_code: 'R24' };
    case 'code':
      return { code: how.code };
  }
}
