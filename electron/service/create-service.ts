import type { ServiceVersion } from '../../shared/contract/index.ts';
import {
  getServiceVersionInfo,
  REQUEST_TIMEOUT_MS,
  type ServiceVersionInfo,
} from '../../shared/rules/index.ts';
import { type Clock, type Log, pause } from '../platform/index.ts';
import {
  type ApiGeneration,
  type ApiGenerationContext,
  createApiGeneration1,
  createApiGeneration3,
  createServiceReader,
  sendMoneyRequest,
} from './operations/index.ts';
import { createHttpTransport, createSigningSession, type HttpExchange } from './transport/index.ts';
import type { BillPaymentService } from './types.ts';

export interface ServiceConfig {
  /** `https://host[:port][/path]`. With plain http every request fails before anything is sent. */
  readonly baseUrl: string;
  readonly vendor: string;
  readonly version: ServiceVersion;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Certificates to trust in addition to the system's, PEM. */
  readonly caPem?: string | null | undefined;
  /** `http://[user:password@]host:port`. */
  readonly proxy?: string | null | undefined;
  /**
   * Milliseconds for a money movement, and for a read with its retries; `REQUEST_TIMEOUT_MS` by
   * default.
   */
  readonly deadlineMs?: number | undefined;
}

export interface ServicePorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Replaces the network in tests. */
  readonly exchange?: HttpExchange | undefined;
  /** Wraps the exchange, to observe every request and its result. */
  readonly wrapExchange?: ((exchange: HttpExchange) => HttpExchange) | undefined;
  /** A number from 0 to 1, for the jitter of the backoff. */
  readonly random?: (() => number) | undefined;
}

const GENERATION_FACTORIES: Readonly<
  Record<ServiceVersionInfo['generation'], (wire: ApiGenerationContext) => ApiGeneration>
> = {
  1: createApiGeneration1,
  3: createApiGeneration3,
};

export function createBillPaymentService(
  config: ServiceConfig,
  ports: ServicePorts,
): BillPaymentService {
  const { clock, log } = ports;
  const timeoutMs = config.deadlineMs ?? REQUEST_TIMEOUT_MS;
  const address = URL.parse(config.baseUrl);
  const transport = createHttpTransport({
    origin: address?.origin ?? '',
    caPem: config.caPem ?? null,
    proxy: config.proxy ?? null,
    clock,
  });
  const exchange = ports.exchange ?? transport.exchange;
  const session = createSigningSession({
    exchange: ports.wrapExchange?.(exchange) ?? exchange,
    clock,
    log,
    vendor: config.vendor,
    version: config.version,
    apiKey: config.apiKey,
    secretKey: config.secretKey,
  });
  const wire: ApiGenerationContext = {
    version: config.version,
    prefix: address?.pathname.replace(/\/+$/, '') ?? '',
    reader: createServiceReader({ session, clock, timeoutMs, random: ports.random ?? Math.random }),
    log,
    now: () => session.clock.now(),
    wait: (milliseconds) => pause(clock, milliseconds),
  };
  const versionInfo = getServiceVersionInfo(config.version);

  return {
    ...GENERATION_FACTORIES[versionInfo.generation](wire),
    version: config.version,
    capabilities: versionInfo.capabilities,
    getRequestDate: () => session.clock.now(),
    getSlowestServiceTime: session.clock.getSlowestServiceTime,
    send: (request, options) => sendMoneyRequest(session, timeoutMs, request, options),
    get health() {
      return session.health;
    },
    onHealthChange: session.onHealthChange,
    close: transport.close,
  };
}
