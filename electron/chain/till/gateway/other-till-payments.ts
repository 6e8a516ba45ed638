import { createMoney } from '../../../../shared/money/index.ts';
import { CHAIN_LOOKBACK_MS } from '../../../../shared/rules/index.ts';
import type {
  OtherTillPayment,
  OtherTillPayments,
  QueriedAccount,
} from '../../../counter/payments/index.ts';
import { type Clock, type Log, pause } from '../../../platform/index.ts';
import type { ChainConnection } from '../../client/index.ts';
import type { OtherTillPaymentRow } from '../../protocol/index.ts';
import type { ChainLogin } from './chain-login.ts';

/** The longest that the counter waits. */
const ANSWER_TIMEOUT_MS = 300;
/** A later answer can still be in time for the order that follows a consult. */
const QUERY_TIMEOUT_MS = 2_000;
/** After that, another till may have paid. */
const CACHE_TTL_MS = 20_000;
/** After a timeout or an error of the database, no look-up waits for it for this long. */
const BACKOFF_DELAY_MS = 30_000;
/**
 * A customer often brings several bills: the connection is kept for the next one. Not longer, because
 * the database accepts few connections, and a till with a customer a minute would hold one all day.
 */
const IDLE_CONNECTION_TTL_MS = 4_000;
/** The database has too many connections: pushes need the free ones more than look-ups. */
const TOO_MANY_BACKOFF_DELAY_MS = 300_000;
const MAX_CACHE_ENTRIES = 50;

interface CachedLookUp {
  readonly at: number;
  readonly answer: Promise<readonly OtherTillPayment[]>;
  isAnswered: boolean;
}

export interface ChainOtherTillPayments extends OtherTillPayments {
  stop(): Promise<void>;
}

/**
 * Looks up in the chain what other tills paid to an account. A late or missing answer counts as no
 * payments: the chain never delays or blocks a payment.
 */
export function createChainOtherTillPayments(ports: {
  readonly isChainConfigured: () => boolean;
  readonly connect: ChainLogin['connect'];
  readonly clock: Clock;
  readonly log: Log;
}): ChainOtherTillPayments {
  const { clock, log } = ports;
  const cache = new Map<string, CachedLookUp>();
  let backoffUntil = 0;
  let noConnectionUntil = 0;
  /** False once the database had too many connections: each look-up then closes its own. */
  let shouldKeepConnection = true;
  let isStopped = false;
  let connection: ChainConnection | null = null;
  let pendingConnection: Promise<ChainConnection | null> | null = null;
  let activeLookUps = 0;
  let cancelClosing = (): void => {};

  const getConnection = async (): Promise<ChainConnection | null> => {
    if (connection?.isUsable() === true) return connection;
    if (clock.uptime() < noConnectionUntil) return null;
    pendingConnection ??= ports
      // A standby is enough for reading payments.
      .connect({
        connectTimeoutMs: QUERY_TIMEOUT_MS,
        deadlineMs: QUERY_TIMEOUT_MS,
        acceptsReadOnlyHost: true,
      })
      .then((result) => {
        if (!result.ok) {
          log.info({ problem: result.problem.kind }, 'other-till-payments: connect failed');
          if (result.problem.kind === 'too-many') {
            noConnectionUntil = clock.uptime() + TOO_MANY_BACKOFF_DELAY_MS;
            shouldKeepConnection = false;
          }
          return null;
        }
        if (isStopped) void result.value.end();
        else connection = result.value;
        return result.value;
      })
      .finally(() => {
        pendingConnection = null;
      });
    return await pendingConnection;
  };

  const closeUnusedConnection = (): void => {
    if (activeLookUps > 0 || isStopped) return;
    const closeNow = (): void => {
      void connection?.end();
      connection = null;
    };
    if (shouldKeepConnection) cancelClosing = clock.after(IDLE_CONNECTION_TTL_MS, closeNow);
    else closeNow();
  };

  const queryPayments = async (account: QueriedAccount): Promise<OtherTillPayment[]> => {
    cancelClosing();
    activeLookUps += 1;
    try {
      return await queryWithConnection(account);
    } finally {
      activeLookUps -= 1;
      closeUnusedConnection();
    }
  };

  const queryWithConnection = async ({
    billerId,
    accountNumber,
  }: QueriedAccount): Promise<OtherTillPayment[]> => {
    const activeConnection = await getConnection();
    if (activeConnection === null || isStopped) throw new Error('no connection');
    // Loaded with the client, and only if a chain is set.
    const { listOtherTillPayments } = await import('../../protocol/index.ts');
    const answer = await listOtherTillPayments(
      activeConnection,
      { billerId, accountNumber, minutes: CHAIN_LOOKBACK_MS / 60_000 },
      { deadlineMs: QUERY_TIMEOUT_MS },
    );
    if (!answer.ok) throw new Error(answer.problem.detail);
    return answer.value.map(toOtherTillPayment);
  };

  const startLookUp = (account: QueriedAccount, now: number): CachedLookUp => {
    const entry: CachedLookUp = {
      at: now,
      isAnswered: false,
      answer: queryPayments(account).then(
        (payments) => {
          entry.isAnswered = true;
          if (clock.uptime() - now <= ANSWER_TIMEOUT_MS) backoffUntil = 0;
          return payments;
        },
        (error: unknown) => {
          backoffUntil = clock.uptime() + BACKOFF_DELAY_MS;
          log.info({ err: error }, 'other-till-payments: look-up failed');
          return [];
        },
      ),
    };
    return entry;
  };

  const getLookUp = (account: QueriedAccount): CachedLookUp => {
    const now = clock.uptime();
    for (const [key, lookUp] of cache) if (now - lookUp.at > CACHE_TTL_MS) cache.delete(key);
    const key = `${account.billerId} ${account.accountNumber}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const entry = startLookUp(account, now);
    if (cache.size < MAX_CACHE_ENTRIES) cache.set(key, entry);
    return entry;
  };

  return {
    prefetchPayments: (account) => {
      if (ports.isChainConfigured() && !isStopped) getLookUp(account);
    },
    listPaymentsOfLastDay: async (account) => {
      if (!ports.isChainConfigured() || isStopped) return [];
      const entry = getLookUp(account);
      if (entry.isAnswered) return await entry.answer;
      const waitedMs = clock.uptime() - entry.at;
      const isBackingOff = clock.uptime() < backoffUntil;
      if (isBackingOff || waitedMs >= ANSWER_TIMEOUT_MS) return [];
      const timeout = pause(clock, ANSWER_TIMEOUT_MS - waitedMs).then(
        (): readonly OtherTillPayment[] => {
          if (!entry.isAnswered) backoffUntil = clock.uptime() + BACKOFF_DELAY_MS;
          return [];
        },
      );
      return await Promise.race([entry.answer, timeout]);
    },
    stop: async () => {
      isStopped = true;
      cancelClosing();
      await connection?.end();
    },
  };
}

function toOtherTillPayment(row: OtherTillPaymentRow): OtherTillPayment {
  return {
    at: new Date(row.at).toISOString(),
    amount: createMoney(row.amount, row.currency),
    isPaid: row.state === 'paid' || row.state === 'by-hand-paid',
    shop: row.shop,
    posNumber: row.pos_number,
    isOfThisTill: row.is_mine,
  };
}
