import type {
  CatalogState,
  PrinterState,
  Result,
  StatusLine,
} from '../../shared/contract/index.ts';
import { compare, isSameCurrency, type Money, money } from '../../shared/money/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Clock, isoTime, type Log } from '../platform/index.ts';
import type { Account, BillPaymentService, ServiceHealth } from '../service/index.ts';
import { serviceLight } from './light.ts';
import { readShopAccount, type ShopAccountRow, writeShopAccount } from './shop-account.ts';

export interface Status {
  line(): StatusLine;
  /** Asks the account endpoint now; what is found is in `line()`. */
  ask(): Promise<Result<Account>>;
  /** The currency in which the shop takes cash: its account's. */
  shopCurrency(): string;
  /** Begins to ask regularly, so that the lights tell the truth. */
  start(): void;
  stop(): void;
}

/** What the status line reads of the till's settings. */
export interface StatusSettings {
  readonly lowBalance: string | null;
  /** Null if it is the account's. */
  readonly currency: string | null;
  /** What the version's country uses, until the account is known. */
  readonly fallbackCurrency: string;
}

const NEVER_ASKED: ServiceHealth = {
  lastAnswerAt: null,
  lastTroubleAt: null,
  trouble: null,
  clockOffset: 0,
};

/** Below a minute, so that a healthy service stays green. */
const ASK_EVERY_MS = 45_000;

export function createStatus(ports: {
  readonly database: Database;
  readonly clock: Clock;
  /** Null while the till's own training service is still starting. */
  readonly service: () => BillPaymentService | null;
  /** The same, waited for where the till has just been opened. */
  readonly connected: () => Promise<Result<BillPaymentService>>;
  /** Why there is none; null while that is not known. */
  readonly lack: () => 'no-keys' | 'not-ready' | null;
  readonly printer: () => PrinterState;
  readonly catalog: () => CatalogState;
  readonly unresolved: () => number;
  /** Days whose file is missing; null if this till does not upload. */
  readonly dailyFile: () => { readonly days: number; readonly oldest: string | null } | null;
  /** Why the last backup failed; null if it did not. */
  readonly backup: () => StatusLine['backup'];
  /** Asked at each use, because they may change while the till is open. */
  readonly settings: () => StatusSettings;
  readonly log: Log;
  readonly onChange: (line: StatusLine) => void;
}): Status {
  const { database, clock, log } = ports;
  let known: ShopAccountRow | null = readShopAccount(database);
  let cancelNext: (() => void) | null = null;
  let isRunning = false;
  let asking: {
    readonly of: BillPaymentService | null;
    readonly answer: Promise<Result<Account>>;
  } | null = null;

  const shopCurrency = (): string => {
    const { currency, fallbackCurrency } = ports.settings();
    return currency ?? known?.currency ?? fallbackCurrency;
  };

  const line = (): StatusLine => {
    const service = ports.service();
    const health = service?.health ?? NEVER_ASKED;
    const catalog = ports.catalog();
    return {
      service: {
        light: ports.lack() ?? serviceLight(health, clock.now()),
        lastAnswerAt: health.lastAnswerAt === null ? null : isoTime(health.lastAnswerAt),
        clockOffSeconds: Math.round(health.clockOffset / 1000),
      },
      printer: ports.printer(),
      account: known ? accountOf(known, ports.settings().lowBalance) : null,
      unresolved: ports.unresolved(),
      dailyFile: ports.dailyFile(),
      backup: ports.backup(),
      catalogAt: oldestList(catalog),
      ratesAt: catalog.ratesAt,
      isCatalogStale: catalog.isStale,
      areRatesStale: catalog.areRatesStale,
      now: isoTime(service?.requestDate() ?? clock.now()),
    };
  };

  const keep = (account: Account): void => {
    const row: ShopAccountRow = {
      name: account.name,
      balance: account.balance.amount,
      minimumBalance: account.minimumBalance?.amount ?? null,
      currency: account.balance.currency,
      at: isoTime(clock.now()),
    };
    known = row;
    try {
      database.commit(() => writeShopAccount(database, row));
    } catch (error) {
      log.warn({ error: String(error) }, 'the account could not be written down');
    }
  };

  const ask = (): Promise<Result<Account>> => {
    const of = ports.service();
    if (asking !== null && asking.of === of) return asking.answer;
    const answer = ports
      .connected()
      .then(async (connected) => {
        if (!connected.ok) return connected;
        const told = await connected.value.account();
        // Another account may have taken its place meanwhile.
        if (told.ok && connected.value === ports.service()) keep(told.value);
        return told;
      })
      .finally(() => {
        if (asking?.answer === answer) asking = null;
        ports.onChange(line());
      });
    asking = { of, answer };
    return answer;
  };

  const schedule = (): void => {
    cancelNext = clock.after(ASK_EVERY_MS, () => {
      if (!isRunning) return;
      ask()
        .catch((error: unknown) =>
          log.error({ error: String(error) }, 'asking for the account failed'),
        )
        .finally(() => {
          if (isRunning) schedule();
        });
    });
  };

  return {
    line,
    ask,
    shopCurrency,
    start: () => {
      if (isRunning) return;
      isRunning = true;
      ask().catch((error: unknown) =>
        log.error({ error: String(error) }, 'asking for the account failed'),
      );
      schedule();
    },
    stop: () => {
      isRunning = false;
      cancelNext?.();
    },
  };
}

function accountOf(
  row: ShopAccountRow,
  lowBalance: string | null,
): NonNullable<StatusLine['account']> {
  const balance = money(row.balance, row.currency);
  const minimum = row.minimumBalance === null ? null : money(row.minimumBalance, row.currency);
  return {
    name: row.name,
    balance,
    minimumBalance: minimum,
    at: row.at,
    isLow: isLow(balance, minimum, lowBalance),
  };
}

function isLow(balance: Money, minimum: Money | null, lowBalance: string | null): boolean {
  const limits = [minimum, lowBalance === null ? null : money(lowBalance, balance.currency)];
  return limits.some(
    (limit) =>
      limit !== null &&
      isSameCurrency(limit.currency, balance.currency) &&
      compare(balance, limit) <= 0,
  );
}

function oldestList(catalog: CatalogState): string | null {
  const times = catalog.lists.map((list) => list.refreshedAt);
  if (times.length === 0 || times.includes(null)) return null;
  return times.filter((time) => time !== null).sort()[0] ?? null;
}
