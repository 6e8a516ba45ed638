import { fail, type Result } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime } from '../../platform/index.ts';
import { type Account, type BillPaymentService, NOTHING_HEARD } from '../../service/index.ts';
import { createAccountPollPolicy } from './account-poll-policy.ts';
import { readShopAccount, type ShopAccountRow, writeShopAccount } from './shop-account-queries.ts';

/** Asks the service for the shop's account, now and then and when it is told to, and keeps what it said. */
export interface ShopAccountPoller {
  /** As last told, also before a restart; null until it has been told once. */
  getLastAccount(): ShopAccountRow | null;
  refresh(): Promise<Result<Account>>;
  /** Begins to ask regularly, so that the lights tell the truth. */
  start(): void;
  stop(): void;
}

/** How often it is looked whether the account is due; that asks nobody. */
const POLL_INTERVAL_MS = 15_000;

const RATE_LIMITED_PROBLEM = {
  kind: 'service-refused',
  httpStatus: 429,
  code: null,
  message: null,
} as const;

export function createShopAccountPoller(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly service: () => BillPaymentService | null;
  readonly connected: () => Promise<Result<BillPaymentService>>;
  readonly log: Log;
  readonly random?: () => number;
  /** The service was asked, whatever it said. */
  readonly onAsked: () => void;
}): ShopAccountPoller {
  const { database, clock, log } = ports;
  const pace = createAccountPollPolicy(ports.random ?? Math.random);
  let known: ShopAccountRow | null = readShopAccount(database);
  let cancelNext: (() => void) | null = null;
  let isRunning = false;
  let asking: {
    readonly of: BillPaymentService | null;
    readonly answer: Promise<Result<Account>>;
  } | null = null;

  const isToldToWait = (): boolean => (ports.service()?.health.quietUntil ?? 0) > clock.now();

  const isDue = (): boolean =>
    !isToldToWait() && pace.isDue(clock.now(), ports.service()?.health ?? NOTHING_HEARD);

  const keep = (account: Account): void => {
    const row: ShopAccountRow = {
      name: account.name,
      balance: account.balance.amount,
      minimumBalance: account.minimumBalance?.amount ?? null,
      currency: account.balance.currency,
      at: toIsoTime(clock.now()),
    };
    known = row;
    try {
      database.commit(() => writeShopAccount(database, row));
    } catch (error) {
      log.warn({ err: error }, 'shop-account: saving failed');
    }
  };

  const refresh = (): Promise<Result<Account>> => {
    const of = ports.service();
    if (asking !== null && asking.of === of) return asking.answer;
    if (isToldToWait()) return Promise.resolve(fail(RATE_LIMITED_PROBLEM));
    const answer = ports
      .connected()
      .then(async (connected) => {
        if (!connected.ok) return connected;
        const told = await connected.value.account();
        const before = known?.balance;
        // Another account may have taken its place meanwhile.
        if (told.ok && connected.value === ports.service()) keep(told.value);
        const isAsBefore = told.ok && known?.balance === before;
        pace.recordPoll(clock.now(), connected.value.health, isAsBefore);
        return told;
      })
      .finally(() => {
        if (asking?.answer === answer) asking = null;
        ports.onAsked();
      });
    asking = { of, answer };
    return answer;
  };

  /** No single answer sets a clock right that is off: then the time is asked for once more. */
  const askFirst = async (): Promise<void> => {
    const told = await refresh();
    if (told.ok && isRunning && ports.service()?.getSlowestServiceTime() === null) await refresh();
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
    getLastAccount: () => known,
    refresh,
    start: () => {
      if (isRunning) return;
      isRunning = true;
      askFirst().catch(logFailure);
      schedule();
    },
    stop: () => {
      isRunning = false;
      cancelNext?.();
    },
  };
}
