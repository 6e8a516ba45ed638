import type { TrainingFault } from '../../../shared/contract/index.ts';
import { type Clock, pause } from '../../platform/index.ts';
import type { TrainingCatalog } from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import type { AccountCurrency } from '../defaults.ts';
import {
  computeRequestFingerprint,
  createStrictWireForms,
  createTrainingFaults,
  createTrainingIdempotency,
  FRIENDLY_WIRE_FORMS,
  inspectTransactions,
  isValidIdempotencyKey,
  type ListingFault,
  type ReversalStatus,
  retryBill,
  reverseTransaction,
  setShopBalance,
  type TrainingFaultKind,
  toPaymentShape,
  type WireForms,
  withFaultyStatus,
} from '../rules/index.ts';
import {
  findTransactionByExternalId,
  type TrainingStore,
  type TrainingTransactionRecord,
} from '../state/index.ts';
import { type StrictOption, toStrictMode } from '../strict-mode.ts';
import {
  createTrainingAnswer,
  parseRequestBody,
  refuseInvalidParameter,
  refuseWithCode,
  stringifyWireJson,
  type TrainingAnswer,
  type TrainingInspection,
  type TrainingKeys,
  type TrainingLimits,
  type TrainingReply,
  type TrainingRequest,
  toTrainingRefusalAnswer,
} from '../wire/index.ts';
import { isSignatureValid } from './authentication.ts';
import { findTrainingRoute, type TrainingRoute } from './routes.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { parseAcceptedVersion } from './versions.ts';

const WINDOW_MS = 60_000;

/**
 * Counts requests in windows of 60 seconds. The returned function returns null, or the seconds
 * until the next attempt. A timer ends the window, so it also ends if the time of day does not
 * advance.
 */
function createRateLimiter(clock: Clock, perMinute: number | null): () => number | null {
  let requestCount = 0;
  let startedAt: number | null = null;
  return () => {
    if (perMinute === null) return null;
    if (startedAt === null) {
      startedAt = clock.now();
      requestCount = 0;
      clock.after(WINDOW_MS, () => {
        startedAt = null;
      });
    }
    requestCount += 1;
    if (requestCount <= perMinute) return null;
    return Math.max(1, Math.ceil((startedAt + WINDOW_MS - clock.now()) / 1000));
  };
}

/**
 * The service itself, without a network. Time comes only from the clock: with a virtual clock, a
 * late answer, the wait of R24 and a commit after the client is gone all happen in virtual time.
 */
export interface TrainingService {
  handle(request: TrainingRequest): Promise<TrainingReply>;
  /** See `TrainingFaults.set`. */
  setFaults(faults: readonly TrainingFault[]): TrainingFault[];
  listFaults(): TrainingFault[];
  inspect(externalId?: string): TrainingInspection;
  /**
   * Reverses a performed transaction, as a biller or a bank does days later: the one with this
   * external_id, or the newest that is not reversed. Returns false if there is none.
   */
  reverseTransaction(externalId?: string, status?: ReversalStatus): boolean;
  /**
   * Retries this bill or the newest without a request of the client, as after an outage: its
   * balance and error may change. Returns false if there is none.
   */
  retryBill(id?: number): boolean;
  /** Sets the balance of the shop's account: a decimal string, in its currency. */
  setBalance(balance: string): void;
  /** See `TrainingOptions.strict`. */
  setStrict(option: StrictOption): void;
}

export interface TrainingServiceOptions {
  readonly clock: Clock;
  readonly keys: TrainingKeys;
  readonly store: TrainingStore;
  readonly catalog: TrainingCatalog;
  readonly seed: number;
  readonly r24Milliseconds: number;
  readonly currency: AccountCurrency;
  readonly limits: TrainingLimits;
  readonly strict: StrictOption;
  /**
   * Receives the body of a webhook: the bill or the transaction as JSON, always in the format of
   * version 3.
   */
  readonly onWebhook: (body: string) => void;
  /** Receives the error behind each 500: a full disk or a programming error. */
  readonly onError: (error: unknown) => void;
}

const HTML = 'text/html; charset=utf-8';
const HTML_PAGE = `<!DOCTYPE html>
<html><head><title>Acceso a la red</title></head>
<body><h1>Inicie sesión para navegar</h1><p>Señor usuario: su sesión terminó.</p></body></html>
`;

export function createHttpTrainingService(options: TrainingServiceOptions): TrainingService {
  const { clock, store, keys } = options;
  const faults = createTrainingFaults();
  const idempotency = createTrainingIdempotency(store, clock);
  const rateLimit = createRateLimiter(clock, options.limits.requestsPerMinute);

  let forms = createForms(options.strict, options);

  const createContext = (usedForms = forms): TrainingContext => ({
    store,
    catalog: options.catalog,
    seed: options.seed,
    now: clock.now(),
    r24Milliseconds: options.r24Milliseconds,
    currency: options.currency,
    wireForms: usedForms,
  });

  const toReply = (
    answer: TrainingAnswer,
    contentType = 'application/json; charset=utf-8',
  ): TrainingReply => ({
    kind: 'answer',
    status: answer.status,
    headers: {
      ...SECURITY_HEADERS,
      'Content-Type': contentType,
      Date: new Date(clock.now()).toUTCString(),
      ...answer.headers,
    },
    body: answer.body,
  });

  /**
   * Performs an operation, and stores its answer for a repeated key in the same database
   * transaction.
   */
  const run = async (
    request: TrainingRequest,
    route: TrainingRoute,
    fault: ListingFault,
    before: () => Promise<void>,
    usedForms: WireForms,
  ): Promise<TrainingAnswer> => {
    const body = parseRequestBody(request.method === 'POST' ? request.body : new Uint8Array());
    const perform = async (
      saveAnswer: (answer: TrainingAnswer) => void,
    ): Promise<TrainingAnswer> => {
      const answer = store.commit(() => {
        const query = new URLSearchParams(request.target.split('?')[1] ?? '');
        const operationAnswer = body.ok
          ? route.run(createContext(usedForms), { body: body.value, query, fault })
          : toTrainingRefusalAnswer(body.refusal);
        if (operationAnswer.delayMs === 0) saveAnswer(operationAnswer);
        return operationAnswer;
      });
      if (answer.delayMs > 0) {
        await pause(clock, answer.delayMs);
        store.commit(() => saveAnswer(answer));
      }
      return answer;
    };
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined) {
      await before();
      return perform(() => {});
    }
    if (!isValidIdempotencyKey(key)) {
      return toTrainingRefusalAnswer(
        refuseInvalidParameter('12 to 36 characters: Idempotency-Key').refusal,
      );
    }
    const fingerprint = computeRequestFingerprint(request.method, request.target, request.body);
    return idempotency.run({ key, fingerprint }, before, perform);
  };

  const sendWebhook = (transaction: TrainingTransactionRecord | null): boolean => {
    if (transaction !== null)
      options.onWebhook(stringifyWireJson(toPaymentShape(createContext(), transaction, 3)));
    return transaction !== null;
  };

  /** Performs a refused request later. No client waits for its answer, so a webhook reports it. */
  const performLater = (
    milliseconds: number,
    request: TrainingRequest,
    perform: () => Promise<TrainingAnswer>,
  ): void => {
    clock.after(milliseconds, () => {
      perform().then((answer) => {
        const body = answer.status === 201 ? parseRequestBody(request.body) : null;
        if (body?.ok)
          sendWebhook(findTransactionByExternalId(store, String(body.value.external_id)));
      }, options.onError);
    });
  };

  const applyFault = async (
    request: TrainingRequest,
    route: TrainingRoute,
    fault: TrainingFaultKind | null,
  ): Promise<TrainingReply> => {
    const runOperation = (
      listing: ListingFault = null,
      before = async () => {},
      usedForms = forms,
    ) => run(request, route, listing, before, usedForms);
    switch (fault?.kind) {
      case undefined:
        return toReply(await runOperation());
      case 'answer-late': {
        const answer = await runOperation();
        await pause(clock, fault.milliseconds);
        return toReply(answer);
      }
      case 'commit-late':
        return toReply(await runOperation(null, () => pause(clock, fault.milliseconds)));
      case 'commit-and-cut':
        await runOperation();
        return { kind: 'cut' };
      case 'cut-before-commit':
        return { kind: 'cut' };
      case 'refuse-then-commit':
        performLater(fault.milliseconds, request, runOperation);
        return toReply(toTrainingRefusalAnswer(refuseWithCode('R22').refusal));
      case 'status':
        // What stands in front of the service answers 5xx, and not with JSON.
        return forms !== FRIENDLY_WIRE_FORMS && fault.status >= 500
          ? toReply({ ...toStatusAnswer(fault.status, fault.retryAfter), body: HTML_PAGE }, HTML)
          : toReply(toStatusAnswer(fault.status, fault.retryAfter));
      case 'unknown-status':
      case 'failed-status':
        if (isFailedCancel(fault, route)) return toReply(buildFailedCancel(request));
        return toReply(await runOperation(null, undefined, withFaultyStatus(forms, fault.kind)));
      case 'html':
        return toReply({ status: 200, body: HTML_PAGE, headers: {}, delayMs: 0 }, HTML);
      case 'half-json':
        return toReply(truncate(await runOperation()));
      case 'empty-body':
        return toReply({ ...(await runOperation()), body: '' });
      case 'filter-ignored':
      case 'look-up-empty':
      case 'status-left-out':
      case 'external-id-left-out':
        return toReply(await runOperation(fault.kind));
    }
  };

  return {
    handle: async (request) => {
      try {
        const route = findAuthenticRoute(request, keys, clock.now());
        if (!('operation' in route)) return toReply(route);
        const retryAfter = rateLimit();
        if (retryAfter !== null) return toReply(toStatusAnswer(429, retryAfter));
        return await applyFault(request, route, faults.takeFaultForOperation(route.operation));
      } catch (error) {
        options.onError(error);
        return toReply(toStatusAnswer(500, null));
      }
    },
    setFaults: (list) => faults.set(list),
    listFaults: () => faults.list(),
    inspect: (externalId) => inspectTransactions(store, clock.now(), externalId),
    reverseTransaction: (externalId, status) =>
      sendWebhook(store.commit(() => reverseTransaction(createContext(), externalId, status))),
    retryBill: (id) => {
      const bill = store.commit(() => retryBill(createContext(), id ?? null));
      if (bill !== null) options.onWebhook(stringifyWireJson(bill));
      return bill !== null;
    },
    setBalance: (balance) => store.commit(() => setShopBalance(store, balance)),
    setStrict: (option) => {
      forms = createForms(option, options);
    },
  };
}

function createForms(option: StrictOption, options: TrainingServiceOptions): WireForms {
  const mode = toStrictMode(option);
  return mode === null ? FRIENDLY_WIRE_FORMS : createStrictWireForms(mode, options);
}

/** The route of a signed request, or the answer to one that has none. */
function findAuthenticRoute(
  request: TrainingRequest,
  keys: TrainingKeys,
  now: number,
): TrainingRoute | TrainingAnswer {
  if (!isSignatureValid(request, keys, now))
    return createTrainingAnswer(401, { message: 'Unauthorized' });
  const version = parseAcceptedVersion(request.headers.accept ?? '', keys.vendor);
  if (version === null) {
    return toTrainingRefusalAnswer(refuseInvalidParameter('Unknown version: Accept').refusal);
  }
  const contentType = request.headers['content-type'] ?? '';
  if (!/^application\/json(;|$)/i.test(contentType)) {
    return toTrainingRefusalAnswer(
      refuseInvalidParameter('Must be application/json: Content-Type').refusal,
    );
  }
  const route = findTrainingRoute(version, request.method, request.target.split('?')[0] ?? '');
  return route ?? createTrainingAnswer(404, { message: 'Not Found' });
}

function truncate(answer: TrainingAnswer): TrainingAnswer {
  return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
}

function isFailedCancel({ kind }: TrainingFaultKind, { operation }: TrainingRoute): boolean {
  return kind === 'failed-status' && operation === 'cancel';
}

/** A 2xx answer that names the transaction of a cancel, and does not confirm the cancel. */
function buildFailedCancel(request: TrainingRequest): TrainingAnswer {
  const body = parseRequestBody(request.body);
  const id = body.ok ? body.value.id : null;
  return createTrainingAnswer(200, {
    id: typeof id === 'number' ? id : String(id),
    status: 'failed',
  });
}

const STATUS_MESSAGES = {
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

function toStatusAnswer(status: 429 | 500 | 503, retryAfter: number | null): TrainingAnswer {
  return createTrainingAnswer(
    status,
    { message: STATUS_MESSAGES[status] },
    retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
  );
}
