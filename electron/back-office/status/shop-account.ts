import { fail, type Result } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime } from '../../platform/index.ts';
import {
  type BillPaymentService,
  INITIAL_HEALTH,
  type ServiceAccount,
} from '../../service/index.ts';
import { createAccountPollPolicy } from './account-poll-policy.ts';
import { readShopAccount, type ShopAccountRow, writeShopAccount } from './shop-account-queries.ts';

/** The shop's account at the service, which is read regularly and on demand, and stored. */
export interface ShopAccount {
  /** Returns the last known account, also from before a restart; null until it is known. */
  getLastAccount(): ShopAccountRow | null;
  /** The currency in which the shop takes cash: its account's. */
  getShopCurrency(): string;
  /** Null until the account is known. */
  getAccountCurrency(): string | null;
  /** Reads the account now. */
  refreshAccount(): Promise<Result<ServiceAccount>>;
  /** Starts regular polling, so that the indicators are up to date. */
  start(): void;
  stop(): void;
}

/** The part of the till's settings that concerns the account. */
export interface ShopAccountSettings {
  readonly lowBalance: string | null;
  /** Null if the shop uses the account's currency. */
  readonly currency: string | null;
  /** The currency of the version's country, used until the account is known. */
  readonly fallbackCurrency: string;
}

/** How often to check whether a poll is due; the check sends no request. */
const POLL_INTERVAL_MS = 15_000;

const RATE_LIMITED_PROBLEM = {
  kind: 'service-refused',
  httpStatus: 429,
  code: null,
  message: null,
} as const;

export function createShopAccount(ports: {
  readonly database: Database;
  readonly clock: Clock;
  /** Null while the till's own training service is still starting. */
  readonly service: () => BillPaymentService | null;
  /** Like `service`, but waits for it if the till was just opened. */
  readonly waitForService: () => Promise<Result<BillPaymentService>>;
  /** Called at each use, because settings may change while the till is open. */
  readonly settings: () => ShopAccountSettings;
  readonly log: Log;
  /** Returns a number from 0 to 1 for the jitter of the poll; `Math.random` if omitted. */
  readonly random?: () => number;
  /** Called after each request, successful or not. */
  readonly onRequestEnd: () => void;
}): ShopAccount {
  const { database, clock, log } = ports;
  const policy = createAccountPollPolicy(ports.random ?? Math.random);
  let lastAccount: ShopAccountRow | null = readShopAccount(database);
  let cancelNext: (() => void) | null = null;
  let isRunning = false;
  let pendingRequest: {
    readonly service: BillPaymentService | null;
    readonly answer: Promise<Result<ServiceAccount>>;
  } | null = null;

  const isRateLimited = (): boolean =>
    (ports.service()?.health.rateLimitedUntilUptime ?? 0) > clock.uptime();

  const isDue = (): boolean =>
    !isRateLimited() && policy.isDue(clock.now(), ports.service()?.health ?? INITIAL_HEALTH);

  const saveAccount = (account: ServiceAccount): void => {
    const row: ShopAccountRow = {
      name: account.name,
      balance: account.balance.amount,
      minimumBalance: account.minimumBalance?.amount ?? null,
      currency: account.balance.currency,
      at: toIsoTime(clock.now()),
    };
    lastAccount = row;
    try {
      database.commit(() => writeShopAccount(database, row));
    } catch (error) {
      log.warn({ err: error }, 'shop-account: saving failed');
    }
  };

  const refresh = (): Promise<Result<ServiceAccount>> => {
    const service = ports.service();
    if (pendingRequest !== null && pendingRequest.service === service) return pendingRequest.answer;
    if (isRateLimited()) return Promise.resolve(fail(RATE_LIMITED_PROBLEM));
    const answer = ports
      .waitForService()
      .then(async (connected) => {
        if (!connected.ok) return connected;
        const result = await connected.value.readAccount();
        const balanceBefore = lastAccount?.balance;
        // The service may have been replaced meanwhile.
        if (result.ok && connected.value === ports.service()) saveAccount(result.value);
        const isAsBefore = result.ok && lastAccount?.balance === balanceBefore;
        policy.recordPoll(clock.now(), connected.value.health, isAsBefore);
        return result;
      })
      .finally(() => {
        if (pendingRequest?.answer === answer) pendingRequest = null;
        ports.onRequestEnd();
      });
    pendingRequest = { service, answer };
    return answer;
  };

  /** A single answer does not correct a wrong clock: then a second request follows. */
  const pollAtStart = async (): Promise<void> => {
    const result = await refresh();
    if (result.ok && isRunning && ports.service()?.getSlowestServiceTime() === null)
      await refresh();
  };

  const logFailure = (error: unknown): void =>
    log.error({ err: error }, 'shop-account: poll failed');

  const schedule = (): void => {
    cancelNext = clock.after(POLL_INTERVAL_MS, () => {
      if (!isRunning) return;
      (isDue() ? refresh() : Promise.resolve()).catch(logFailure).finally(() => {
        if (isRunning) schedule();
      });
    });
  };

  return {
    getLastAccount: () => lastAccount,
    getShopCurrency: () => {
      const { currency, fallbackCurrency } = ports.settings();
      return currency ?? lastAccount?.currency ?? fallbackCurrency;
    },
    getAccountCurrency: () => lastAccount?.currency ?? null,
    refreshAccount: refresh,
    start: () => {
      if (isRunning) return;
      isRunning = true;
      pollAtStart().catch(logFailure);
      schedule();
    },
    stop: () => {
      isRunning = false;
      cancelNext?.();
    },
  };
}
