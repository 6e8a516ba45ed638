import type {
  CatalogState,
  PrinterState,
  Result,
  StatusLine,
} from '../../../shared/contract/index.ts';
import { compare, createMoney, isSameCurrency, type Money } from '../../../shared/money/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime } from '../../platform/index.ts';
import {
  type Account,
  type BillPaymentService,
  NOTHING_HEARD,
  type ServiceHealth,
} from '../../service/index.ts';
import { getServiceIndicator } from './service-indicator.ts';
import { createShopAccountPoller } from './shop-account-poller.ts';
import type { ShopAccountRow } from './shop-account-queries.ts';

export interface Status {
  getLine(): StatusLine;
  /** Asks the account endpoint now; what is found is in `line()`. */
  refreshAccount(): Promise<Result<Account>>;
  /** The currency in which the shop takes cash: its account's. */
  getShopCurrency(): string;
  /** Null until the account is known. */
  getAccountCurrency(): string | null;
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
  readonly unfinishedBaskets: () => string[];
  /** What is owed because the service gave payments back. */
  readonly owed: () => number;
  /** Days whose file is missing; null if this till does not upload. */
  readonly dailyFile: () => StatusLine['dailyFile'];
  /** Null if no chain is set. */
  readonly chain: () => StatusLine['chain'];
  /** Why the last backup failed; null if it did not. */
  readonly backup: () => StatusLine['backup'];
  readonly hasRecoveryKey: () => StatusLine['hasRecoveryKey'];
  /** What a file asked at the start, and was refused. */
  readonly refused: () => StatusLine['refused'];
  readonly warned: () => StatusLine['warned'];
  readonly update: () => StatusLine['update'];
  /** Asked at each use, because they may change while the till is open. */
  readonly settings: () => StatusSettings;
  readonly log: Log;
  /** From 0 to 1, for the waits between two questions; the machine's if it is left out. */
  readonly random?: () => number;
  readonly onChange: (line: StatusLine) => void;
}): Status {
  const { database, clock } = ports;
  const reader = createShopAccountPoller({ ...ports, onAsked: () => ports.onChange(getLine()) });

  const getShopCurrency = (): string => {
    const { currency, fallbackCurrency } = ports.settings();
    return currency ?? reader.getLastAccount()?.currency ?? fallbackCurrency;
  };

  const getLine = (): StatusLine => {
    const service = ports.service();
    const health = service?.health ?? NOTHING_HEARD;
    const catalog = ports.catalog();
    const known = reader.getLastAccount();
    return {
      service: {
        light: ports.lack() ?? getServiceIndicator(health, clock.now()),
        reason: unreachableReason(health),
        lastAnswerAt: health.lastAnswerAt === null ? null : toIsoTime(health.lastAnswerAt),
        clockOffSeconds: Math.round(health.clockOffset / 1000),
      },
      printer: ports.printer(),
      account: known ? toAccountStatus(known, ports.settings().lowBalance) : null,
      unresolved: ports.unresolved(),
      unfinishedBaskets: ports.unfinishedBaskets(),
      owed: ports.owed(),
      dailyFile: ports.dailyFile(),
      chain: ports.chain(),
      backup: ports.backup(),
      disk: toDiskStatus(database),
      hasRecoveryKey: ports.hasRecoveryKey(),
      refused: ports.refused(),
      warned: ports.warned(),
      update: ports.update(),
      catalogAt: findOldestRefresh(catalog),
      missingLists: listMissingLists(catalog),
      areListsComing: areListsLoading(catalog, ports.lack() === null && service === null),
      ratesAt: catalog.ratesAt,
      isCatalogStale: catalog.isStale,
      areRatesStale: catalog.areRatesStale,
      now: toIsoTime(service?.requestDate() ?? clock.now()),
    };
  };

  return {
    getLine,
    refreshAccount: reader.refresh,
    getShopCurrency,
    getAccountCurrency: () => reader.getLastAccount()?.currency ?? null,
    start: reader.start,
    stop: reader.stop,
  };
}

/** Below it there is still time to act: a day takes some megabytes, its backup as much as the ledger. */
const LOW_DISK_MEGABYTES = 1_024;

function toDiskStatus({ diskSpace }: Database): StatusLine['disk'] {
  const free = diskSpace.getFreeBytes();
  const freeMegabytes = free === null ? 0 : Math.floor(free / 1_048_576);
  const isLow = free !== null && freeMegabytes < LOW_DISK_MEGABYTES;
  return { light: diskSpace.isEnough() ? (isLow ? 'low' : 'room') : 'full', freeMegabytes };
}

function unreachableReason({ trouble }: ServiceHealth): StatusLine['service']['reason'] {
  return trouble?.kind === 'service-unreachable' ? trouble.reason : null;
}

function toAccountStatus(
  row: ShopAccountRow,
  lowBalance: string | null,
): NonNullable<StatusLine['account']> {
  const balance = createMoney(row.balance, row.currency);
  const minimum =
    row.minimumBalance === null ? null : createMoney(row.minimumBalance, row.currency);
  return {
    name: row.name,
    balance,
    minimumBalance: minimum,
    at: row.at,
    isLow: isLow(balance, minimum, lowBalance),
  };
}

function isLow(balance: Money, minimum: Money | null, lowBalance: string | null): boolean {
  const limits = [minimum, lowBalance === null ? null : createMoney(lowBalance, balance.currency)];
  return limits.some(
    (limit) =>
      limit !== null &&
      isSameCurrency(limit.currency, balance.currency) &&
      compare(balance, limit) <= 0,
  );
}

function listMissingLists(catalog: CatalogState): StatusLine['missingLists'] {
  return catalog.lists.filter((list) => list.refreshedAt === null).map(({ kind }) => kind);
}

/** Nothing is wrong before the first fetch has ended: it begins once the till has connected. */
function areListsLoading(catalog: CatalogState, isConnecting: boolean): boolean {
  const isFirst = catalog.lastFailure === null && listMissingLists(catalog).length > 0;
  return isFirst && (isConnecting || catalog.refreshing !== null);
}

function findOldestRefresh(catalog: CatalogState): string | null {
  const times = catalog.lists.map((list) => list.refreshedAt);
  return times.filter((time) => time !== null).sort()[0] ?? null;
}
