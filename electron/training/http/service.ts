import type { TrainingFault } from '../../../shared/contract/index.ts';
import { type Clock, pause } from '../../platform/index.ts';
import type { TrainingCatalog } from '../catalog/index.ts';
import type { Context } from '../context.ts';
import type { AccountCurrency } from '../defaults.ts';
import {
  computeFingerprint,
  createFaults,
  createIdempotency,
  type FaultKind,
  inspectTransactions,
  isUsableKey,
  type ListingFault,
  type ReversalStatus,
  rerunBill,
  reverseTransaction,
  setShopBalance,
  toPaymentShape,
} from '../rules/index.ts';
import {
  findTransactionByExternalId,
  type TrainingStore,
  type TransactionRecord,
} from '../state/index.ts';
import {
  createAnswer,
  type Inspection,
  readBody,
  refuseCode,
  refuseParameter,
  type TrainingAnswer,
  type TrainingKeys,
  type TrainingLimits,
  type TrainingReply,
  type TrainingRequest,
  toRefusalAnswer,
  writeWireJson,
} from '../wire/index.ts';
import { isAuthentic } from './authentication.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { findRoute, type TrainingRoute } from './routes.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { parseVersion } from './versions.ts';

/**
 * The service itself, without a network. Time comes only from the clock: with a virtual one, a late
 * answer, the wait of R24 and a commit after the client has gone all happen in virtual time.
 */
export interface TrainingService {
  handle(request: TrainingRequest): Promise<TrainingReply>;
  /** See `Faults.set`. */
  setFaults(faults: readonly TrainingFault[]): TrainingFault[];
  faults(): TrainingFault[];
  inspect(externalId?: string): Inspection;
  /**
   * Gives a performed transaction back, as a biller's or a bank's refusal does days later: the one
   * with this external_id, or the newest that stands. False if there is none.
   */
  giveBack(externalId?: string, status?: ReversalStatus): boolean;
  /**
   * Tries a bill again by itself, this one or the newest, as after an outage: its balance and error
   * may change. False if there is none.
   */
  rerunBill(id?: number): boolean;
  /** Adds money to the shop's account, or removes it: a decimal string, in its currency. */
  setBalance(balance: string): void;
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
  /** Gets what a webhook would carry: the bill or the transaction as JSON, always of version 3. */
  readonly onWebhook: (body: string) => void;
  /** Gets the error behind each 500: a full disk, a fault of the program. */
  readonly onError: (error: unknown) => void;
}

const HTML_PAGE = `<!DOCTYPE html>
<html><head><title>Acceso a la red</title></head>
<body><h1>Inicie sesión para navegar</h1><p>Señor usuario: su sesión terminó.</p></body></html>
`;

export function createService(options: TrainingServiceOptions): TrainingService {
  const { clock, store, keys } = options;
  const faults = createFaults();
  const idempotency = createIdempotency(store, clock);
  const rateLimit = createRateLimiter(clock, options.limits.requestsPerMinute);

  const context = (): Context => ({
    store,
    catalog: options.catalog,
    seed: options.seed,
    now: clock.now(),
    r24Milliseconds: options.r24Milliseconds,
    currency: options.currency,
  });

  const dress = (
    made: TrainingAnswer,
    contentType = 'application/json; charset=utf-8',
  ): TrainingReply => ({
    kind: 'answer',
    status: made.status,
    headers: {
      ...SECURITY_HEADERS,
      'Content-Type': contentType,
      Date: new Date(clock.now()).toUTCString(),
      ...made.headers,
    },
    body: made.body,
  });

  /** One answer of an operation, made in one transaction together with its kept copy. */
  const run = async (
    request: TrainingRequest,
    route: TrainingRoute,
    fault: ListingFault,
    before: () => Promise<void>,
  ): Promise<TrainingAnswer> => {
    const body = readBody(request.method === 'POST' ? request.body : new Uint8Array());
    const perform = async (keep: (made: TrainingAnswer) => void): Promise<TrainingAnswer> => {
      const made = store.commit(() => {
        const query = new URLSearchParams(request.target.split('?')[1] ?? '');
        const first = body.ok
          ? route.run(context(), { body: body.value, query, fault })
          : toRefusalAnswer(body.refusal);
        if (first.afterMilliseconds === 0) keep(first);
        return first;
      });
      if (made.afterMilliseconds > 0) {
        await pause(clock, made.afterMilliseconds);
        store.commit(() => keep(made));
      }
      return made;
    };
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined) {
      await before();
      return perform(() => {});
    }
    if (!isUsableKey(key)) {
      return toRefusalAnswer(refuseParameter('12 to 36 characters: Idempotency-Key').refusal);
    }
    const fingerprint = computeFingerprint(request.method, request.target, request.body);
    return idempotency.run({ key, fingerprint }, before, perform);
  };

  const tellOf = (one: TransactionRecord | null): boolean => {
    if (one !== null) options.onWebhook(writeWireJson(toPaymentShape(one, 3, clock.now())));
    return one !== null;
  };

  /** What was refused is done after all; nobody waits for its answer, so a webhook tells. */
  const performLater = (
    milliseconds: number,
    request: TrainingRequest,
    plainly: () => Promise<TrainingAnswer>,
  ): void => {
    clock.after(milliseconds, () => {
      plainly().then((made) => {
        const body = made.status === 201 ? readBody(request.body) : null;
        if (body?.ok) tellOf(findTransactionByExternalId(store, String(body.value.external_id)));
      }, options.onError);
    });
  };

  const meet = async (
    request: TrainingRequest,
    route: TrainingRoute,
    fault: FaultKind | null,
  ): Promise<TrainingReply> => {
    const plainly = (listing: ListingFault = null, before = async () => {}) =>
      run(request, route, listing, before);
    switch (fault?.kind) {
      case undefined:
        return dress(await plainly());
      case 'answer-late': {
        const made = await plainly();
        await pause(clock, fault.milliseconds);
        return dress(made);
      }
      case 'commit-late':
        return dress(await plainly(null, () => pause(clock, fault.milliseconds)));
      case 'commit-and-cut':
        await plainly();
        return { kind: 'cut' };
      case 'cut-before-commit':
        return { kind: 'cut' };
      case 'refuse-then-commit':
        performLater(fault.milliseconds, request, plainly);
        return dress(toRefusalAnswer(refuseCode('R22').refusal));
      case 'status':
        return dress(toStatusAnswer(fault.status, fault.retryAfter));
      case 'html':
        return dress(
          { status: 200, body: HTML_PAGE, headers: {}, afterMilliseconds: 0 },
          'text/html; charset=utf-8',
        );
      case 'half-json': {
        const made = await plainly();
        return dress({ ...made, body: made.body.slice(0, Math.floor(made.body.length / 2)) });
      }
      case 'empty-body':
        return dress({ ...(await plainly()), body: '' });
      case 'filter-ignored':
      case 'look-up-empty':
      case 'status-left-out':
        return dress(await plainly(fault.kind));
    }
  };

  return {
    handle: async (request) => {
      try {
        if (!isAuthentic(request, keys, clock.now())) {
          return dress(createAnswer(401, { message: 'Unauthorized' }));
        }
        const version = parseVersion(request.headers.accept ?? '', keys.vendor);
        if (version === null) {
          return dress(toRefusalAnswer(refuseParameter('Unknown version: Accept').refusal));
        }
        const contentType = request.headers['content-type'] ?? '';
        if (!/^application\/json(;|$)/i.test(contentType)) {
          return dress(
            toRefusalAnswer(refuseParameter('Must be application/json: Content-Type').refusal),
          );
        }
        const route = findRoute(version, request.method, request.target.split('?')[0] ?? '');
        if (!route) return dress(createAnswer(404, { message: 'Not Found' }));
        const retryAfter = rateLimit();
        if (retryAfter !== null) return dress(toStatusAnswer(429, retryAfter));
        return await meet(request, route, faults.take(route.operation));
      } catch (error) {
        options.onError(error);
        return dress(toStatusAnswer(500, null));
      }
    },
    setFaults: (list) => faults.set(list),
    faults: () => faults.list(),
    inspect: (externalId) => inspectTransactions(store, clock.now(), externalId),
    giveBack: (externalId, status) =>
      tellOf(store.commit(() => reverseTransaction(context(), externalId, status))),
    rerunBill: (id) => {
      const bill = store.commit(() => rerunBill(context(), id ?? null));
      if (bill !== null) options.onWebhook(writeWireJson(bill));
      return bill !== null;
    },
    setBalance: (balance) => store.commit(() => setShopBalance(store, balance)),
  };
}

const STATUS_MESSAGES = {
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

function toStatusAnswer(status: 429 | 500 | 503, retryAfter: number | null): TrainingAnswer {
  return createAnswer(
    status,
    { message: STATUS_MESSAGES[status] },
    retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
  );
}
