import type { Clock } from '../../../electron/platform/index.ts';
import type { Exchange } from '../../../electron/service/index.ts';
import type { TrainingService } from '../../../electron/training/index.ts';

type ExchangeRequest = Parameters<Exchange>[0];
type CallAnswer = Awaited<ReturnType<Exchange>>;

/** What becomes of one request on its way there and back. Milliseconds. */
export type NetworkFault =
  | { readonly kind: 'well' }
  /** The connection never opens. */
  | { readonly kind: 'refused' }
  /** The request does not arrive. */
  | { readonly kind: 'request-lost'; readonly how: 'reset' | 'silence' }
  /** It is done, and the answer does not arrive. */
  | { readonly kind: 'answer-lost'; readonly how: 'reset' | 'silence' }
  /** It arrives that much later; the client has given up long before. */
  | { readonly kind: 'request-late'; readonly milliseconds: number }
  | { readonly kind: 'answer-late'; readonly milliseconds: number }
  /** A second copy of it arrives that much later; the first one is answered. */
  | { readonly kind: 'twice'; readonly milliseconds: number }
  /** The second copy is the one that is answered, the first answer is lost. */
  | { readonly kind: 'answered-second'; readonly milliseconds: number }
  /** To a service that keeps no keys: what is sent again is guarded by R49 and R103 alone. */
  | { readonly kind: 'keyless' }
  /** Something else answers, whether or not the service did it. */
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly body: string;
      readonly isDone: boolean;
      /** What the service itself turned away, by a dead signature, is answered as it was. */
      readonly onlyIfDone?: boolean;
    }
  | { readonly kind: 'half-answer' }
  /** Lists only: the service says that there is always one more page, and it is this one. */
  | { readonly kind: 'page-repeats' }
  /**
   * Look-ups only: the payment is not listed yet. A service does so for as long as the request may
   * still be on its way, and no longer.
   */
  | { readonly kind: 'not-listed-yet' };

export interface Network {
  readonly exchange: Exchange;
  /** The next requests that move money, in order; after them it is fine. */
  readonly money: NetworkFault[];
  /** The next reads. */
  readonly reads: NetworkFault[];
  /** By how much the Dates of the next answers are wrong, of whatever request. Milliseconds. */
  readonly dates: number[];
  /** Also those of a 401, which then does not tell the time that its request was checked by. */
  misdates401: boolean;
  /** Every request that moves money, as it left: target, key, Date and body. */
  readonly sent: {
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
    const answered = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return { kind: 'answered', status: reply.status, headers: answered, body: reply.body };
  }

  const reset: CallAnswer = { kind: 'unknown', reason: 'connection-lost', status: null };

  async function travel(request: ExchangeRequest, weather: NetworkFault): Promise<CallAnswer> {
    if (weather.kind === 'refused') {
      await wait(REQUEST_LATENCY_MS);
      return { kind: 'not-sent', reason: 'refused' };
    }
    if (weather.kind === 'request-lost') {
      if (weather.how === 'silence') return await never;
      await wait(REQUEST_LATENCY_MS);
      return reset;
    }
    await wait(weather.kind === 'request-late' ? weather.milliseconds : REQUEST_LATENCY_MS);
    if (weather.kind === 'answers' && !weather.isDone) {
      await wait(RESPONSE_LATENCY_MS);
      return dressed(weather);
    }
    if (weather.kind === 'twice') {
      clock.after(weather.milliseconds, () => void deliver(request));
    }
    const answer = await deliver(request, weather.kind === 'keyless');
    await wait(weather.kind === 'answer-late' ? weather.milliseconds : RESPONSE_LATENCY_MS);
    switch (weather.kind) {
      case 'answer-lost':
        return weather.how === 'silence' ? await never : reset;
      case 'answered-second':
        await wait(weather.milliseconds);
        return await deliver(request);
      case 'answers':
        return weather.onlyIfDone && !isSuccess(answer) ? answer : dressed(weather);
      case 'half-answer':
        return answer.kind === 'answered'
          ? { ...answer, body: answer.body.slice(0, answer.body.length >> 1) }
          : answer;
      case 'not-listed-yet':
        return isFresh(request) ? emptied(answer) : answer;
      case 'page-repeats':
        return repeating(answer);
      default:
        return answer;
    }
  }

  function isSuccess(answer: CallAnswer): boolean {
    return answer.kind === 'answered' && answer.status < 300;
  }

  function dressed(weather: Extract<NetworkFault, { kind: 'answers' }>): CallAnswer {
    return {
      kind: 'answered',
      status: weather.status,
      headers: { date: new Date(clock.now()).toUTCString() },
      body: weather.body,
    };
  }

  /**
   * A machine behind the same address has another clock. Who turns a Date away mostly tells by its
   * own Date why: a till that has heard one machine only could not know better.
   */
  function misdated(answer: CallAnswer, wrongBy: number): CallAnswer {
    if (answer.kind !== 'answered' || wrongBy === 0) return answer;
    if (answer.status === 401 && !network.misdates401) return answer;
    const { date } = answer.headers;
    if (date === undefined) return answer;
    const wrong = new Date(Date.parse(date) + wrongBy).toUTCString();
    return { ...answer, headers: { ...answer.headers, date: wrong } };
  }

  function isFresh(request: ExchangeRequest): boolean {
    const asked = new URL(request.target, 'https://service.test').searchParams;
    const externalId = asked.get('q[external_id_eq]');
    const [row] = externalId === null ? [] : training().inspect(externalId).transactions;
    return row !== undefined && clock.now() - Date.parse(row.createdAt) < SIGNATURE_TTL_MS;
  }

  function emptied(answer: CallAnswer): CallAnswer {
    if (answer.kind !== 'answered') return answer;
    return { ...answer, body: '{"transactions":[]}' };
  }

  function repeating(answer: CallAnswer): CallAnswer {
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
    misdates401: false,
    sent: [],
    exchange: async (request) => {
      const isMoney = request.needsOwnConnection;
      if (isMoney) {
        network.sent.push({
          target: request.target,
          key: request.headers['Idempotency-Key'] ?? '',
          date: request.headers.Date ?? '',
          body: Buffer.from(request.body ?? []).toString('utf8'),
        });
      }
      const weather = (isMoney ? network.money : network.reads).shift() ?? { kind: 'well' };
      return misdated(await travel(request, weather), network.dates.shift() ?? 0);
    },
  };
  return network;
}
