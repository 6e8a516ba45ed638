import type { TrainingFault } from '../../../shared/contract/index.ts';
import { type Clock, pause } from '../../platform/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import {
  createFaults,
  createIdempotency,
  type FaultKind,
  fingerprintOf,
  inspect,
  isUsableKey,
  type ListingFault,
  setShopBalance,
} from '../rules/index.ts';
import type { TrainingStore } from '../state/index.ts';
import {
  type Answer,
  answer,
  answerRefusal,
  type Inspection,
  readBody,
  refuseParameter,
  type TrainingKeys,
  type TrainingLimits,
  type TrainingReply,
  type TrainingRequest,
} from '../wire/index.ts';
import { isAuthentic } from './authentication.ts';
import { createRateLimit } from './rate-limit.ts';
import { findRoute, type Route } from './routes.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { versionOf } from './versions.ts';

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
  /** Adds money to the shop's account, or removes it: MXN, a decimal string. */
  setBalance(balance: string): void;
}

export interface TrainingServiceOptions {
  readonly clock: Clock;
  readonly keys: TrainingKeys;
  readonly store: TrainingStore;
  readonly catalogue: Catalogue;
  readonly seed: number;
  readonly r24Milliseconds: number;
  readonly limits: TrainingLimits;
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
  const rateLimit = createRateLimit(clock, options.limits.requestsPerMinute);

  const context = (): Context => ({
    store,
    catalogue: options.catalogue,
    seed: options.seed,
    now: clock.now(),
    r24Milliseconds: options.r24Milliseconds,
  });

  const dress = (made: Answer, contentType = 'application/json; charset=utf-8'): TrainingReply => ({
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
    route: Route,
    fault: ListingFault,
    before: () => Promise<void>,
  ): Promise<Answer> => {
    const body = readBody(request.method === 'POST' ? request.body : new Uint8Array());
    const perform = async (keep: (made: Answer) => void): Promise<Answer> => {
      const made = store.commit(() => {
        const query = new URLSearchParams(request.target.split('?')[1] ?? '');
        const first = body.ok
          ? route.run(context(), { body: body.value, query, fault })
          : answerRefusal(body.refusal);
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
      return answerRefusal(refuseParameter('12 to 36 characters: Idempotency-Key').refusal);
    }
    const fingerprint = fingerprintOf(request.method, request.target, request.body);
    return idempotency.run({ key, fingerprint }, before, perform);
  };

  const meet = async (
    request: TrainingRequest,
    route: Route,
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
      case 'status':
        return dress(statusAnswer(fault.status, fault.retryAfter));
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
        return dress(await plainly(fault.kind));
    }
  };

  return {
    handle: async (request) => {
      try {
        if (!isAuthentic(request, keys, clock.now())) {
          return dress(answer(401, { message: 'Unauthorized' }));
        }
        const version = versionOf(request.headers.accept ?? '', keys.vendor);
        if (version === null) {
          return dress(answerRefusal(refuseParameter('Unknown version: Accept').refusal));
        }
        const contentType = request.headers['content-type'] ?? '';
        if (!/^application\/json(;|$)/i.test(contentType)) {
          return dress(
            answerRefusal(refuseParameter('Must be application/json: Content-Type').refusal),
          );
        }
        const route = findRoute(version, request.method, request.target.split('?')[0] ?? '');
        if (!route) return dress(answer(404, { message: 'Not Found' }));
        const retryAfter = rateLimit();
        if (retryAfter !== null) return dress(statusAnswer(429, retryAfter));
        return await meet(request, route, faults.take(route.operation));
      } catch (error) {
        options.onError(error);
        return dress(statusAnswer(500, null));
      }
    },
    setFaults: (list) => faults.set(list),
    faults: () => faults.list(),
    inspect: (externalId) => inspect(store, clock.now(), externalId),
    setBalance: (balance) => store.commit(() => setShopBalance(store, balance)),
  };
}

const STATUS_MESSAGES = {
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

function statusAnswer(status: 429 | 500 | 503, retryAfter: number | null): Answer {
  return answer(
    status,
    { message: STATUS_MESSAGES[status] },
    retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
  );
}
