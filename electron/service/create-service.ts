import type { ServiceVersion } from '../../shared/contract/index.ts';
import { REQUEST_DEADLINE, type VersionFacts, versionFacts } from '../../shared/rules/index.ts';
import { type Clock, type Log, pause } from '../platform/index.ts';
import {
  createReader,
  type Generation,
  generation1,
  generation3,
  sendMoney,
  type Wire,
} from './operations/index.ts';
import { createSession, createTransport, type Exchange } from './transport/index.ts';
import type { BillPaymentService } from './types.ts';

export interface ServiceConfig {
  /**
   * `https://host[:port][/path]`. Plain http is refused at each request, before anything is sent.
   */
  readonly baseUrl: string;
  readonly vendor: string;
  readonly version: ServiceVersion;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Certificates to trust beside the system's, PEM. */
  readonly caPem?: string | null | undefined;
  /** `http://[user:password@]host:port`. */
  readonly proxy?: string | null | undefined;
  /**
   * Milliseconds for a money movement, and for a read with its repetitions; `REQUEST_DEADLINE` by
   * default.
   */
  readonly deadlineMs?: number | undefined;
}

export interface ServicePorts {
  readonly clock: Clock;
  readonly log: Log;
  /** In place of the network, for tests. */
  readonly exchange?: Exchange | undefined;
  /** Goes around the network, and hears every request and its result. */
  readonly around?: ((exchange: Exchange) => Exchange) | undefined;
  /** From 0 to 1, for the jitter of the back-off. */
  readonly random?: (() => number) | undefined;
}

const ADAPTERS: Readonly<Record<VersionFacts['generation'], (wire: Wire) => Generation>> = {
  1: generation1,
  3: generation3,
};

export function createService(config: ServiceConfig, ports: ServicePorts): BillPaymentService {
  const { clock, log } = ports;
  const deadline = config.deadlineMs ?? REQUEST_DEADLINE;
  const address = URL.parse(config.baseUrl);
  const transport = createTransport({
    origin: address?.origin ?? '',
    caPem: config.caPem ?? null,
    proxy: config.proxy ?? null,
    clock,
  });
  const exchange = ports.exchange ?? transport.exchange;
  const session = createSession({
    exchange: ports.around?.(exchange) ?? exchange,
    clock,
    log,
    vendor: config.vendor,
    version: config.version,
    apiKey: config.apiKey,
    secretKey: config.secretKey,
  });
  const wire: Wire = {
    version: config.version,
    prefix: address?.pathname.replace(/\/+$/, '') ?? '',
    reader: createReader({ session, clock, deadline, random: ports.random ?? Math.random }),
    log,
    now: () => session.clock.now(),
    wait: (milliseconds) => pause(clock, milliseconds),
  };
  const facts = versionFacts(config.version);

  return {
    ...ADAPTERS[facts.generation](wire),
    version: config.version,
    capabilities: facts.capabilities,
    requestDate: () => session.clock.now(),
    passedTime: session.clock.passed,
    send: (request, options) => sendMoney(session, deadline, request, options),
    get health() {
      return session.health;
    },
    onHealth: session.onHealth,
    close: transport.close,
  };
}
