import type { CatalogState, PrinterState, StatusLine } from '../../../shared/contract/index.ts';
import { compare, createMoney, isSameCurrency, type Money } from '../../../shared/money/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, toIsoTime } from '../../platform/index.ts';
import {
  type BillPaymentService,
  INITIAL_HEALTH,
  type ServiceHealth,
} from '../../service/index.ts';
import { getServiceIndicator } from './service-indicator.ts';
import type { ShopAccount, ShopAccountSettings } from './shop-account.ts';
import type { ShopAccountRow } from './shop-account-queries.ts';

/** The client of the service, or why there is none. */
export interface ServiceSource {
  /** Null while the till's own training service is still starting. */
  service(): BillPaymentService | null;
  /** Why there is no service; null if there is one or it is still starting. */
  unavailableReason(): 'no-keys' | 'not-ready' | null;
}

export interface StatusLineBuilder {
  getStatusLine(): StatusLine;
}

export function createStatusLineBuilder(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly connection: ServiceSource;
  readonly shopAccount: Pick<ShopAccount, 'getLastAccount'>;
  /** How long the account lasts. */
  readonly accountForecast: () => NonNullable<StatusLine['account']>['forecast'];
  /** Whose fault a failed connection is. */
  readonly connectionFault: () => StatusLine['service']['fault'];
  readonly printer: () => PrinterState;
  readonly catalog: () => CatalogState;
  readonly countUnresolvedPayments: () => number;
  readonly listUnfinishedBasketIds: () => string[];
  /** The number of refunds that the shop owes. */
  readonly countOwedRefunds: () => number;
  readonly claims: () => StatusLine['claims'];
  /** Days whose file is missing; null if this till does not upload. */
  readonly dailyFile: () => StatusLine['dailyFile'];
  /** Null if no chain is configured. */
  readonly chain: () => StatusLine['chain'];
  /** Why the last backup failed; null if it succeeded. */
  readonly backup: () => StatusLine['backup'];
  readonly hasRecoveryKey: () => StatusLine['hasRecoveryKey'];
  /** A startup request in a file that was refused. */
  readonly refused: () => StatusLine['refused'];
  readonly warned: () => StatusLine['warned'];
  readonly update: () => StatusLine['update'];
  /** Called at each use, because settings may change while the till is open. */
  readonly settings: () => Pick<ShopAccountSettings, 'lowBalance'>;
}): StatusLineBuilder {
  const { database, clock, connection } = ports;
  return {
    getStatusLine: () => {
      const service = connection.service();
      const catalog = ports.catalog();
      const account = ports.shopAccount.getLastAccount();
      return {
        service: {
          ...getServiceStatus(connection, clock.now()),
          fault: ports.connectionFault(),
        },
        printer: ports.printer(),
        account: account
          ? {
              ...toAccountStatus(account, ports.settings().lowBalance),
              forecast: ports.accountForecast(),
            }
          : null,
        unresolved: ports.countUnresolvedPayments(),
        unfinishedBaskets: ports.listUnfinishedBasketIds(),
        owed: ports.countOwedRefunds(),
        claims: ports.claims(),
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
        areListsComing: areListsLoading(
          catalog,
          connection.unavailableReason() === null && service === null,
        ),
        ratesAt: catalog.ratesAt,
        isCatalogStale: catalog.isStale,
        areRatesStale: catalog.areRatesStale,
        now: toIsoTime(service?.getRequestDate() ?? clock.now()),
      };
    },
  };
}

/** The service's part of the status line. `now` is in milliseconds, by the service's clock. */
export function getServiceStatus(
  connection: ServiceSource,
  now: number,
): Omit<StatusLine['service'], 'fault'> {
  const health = connection.service()?.health ?? INITIAL_HEALTH;
  return {
    light: connection.unavailableReason() ?? getServiceIndicator(health, now),
    reason: unreachableReason(health),
    lastAnswerAt: health.lastAnswerAt === null ? null : toIsoTime(health.lastAnswerAt),
    clockOffSeconds: Math.round(health.clockOffsetMs / 1000),
  };
}

/**
 * Below this limit there is still time to act: a day takes some megabytes, its backup as much as
 * the ledger.
 */
const LOW_DISK_MEGABYTES = 1_024;

function toDiskStatus({ diskSpace }: Database): StatusLine['disk'] {
  const free = diskSpace.getFreeBytes();
  const freeMegabytes = free === null ? 0 : Math.floor(free / 1_048_576);
  const isLow = free !== null && freeMegabytes < LOW_DISK_MEGABYTES;
  return { light: diskSpace.isEnough() ? (isLow ? 'low' : 'room') : 'full', freeMegabytes };
}

function unreachableReason({ problem }: ServiceHealth): StatusLine['service']['reason'] {
  return problem?.kind === 'service-unreachable' ? problem.reason : null;
}

function toAccountStatus(
  row: ShopAccountRow,
  lowBalance: string | null,
): Omit<NonNullable<StatusLine['account']>, 'forecast'> {
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

/**
 * True until the first fetch has ended, which begins once the till has connected: missing lists are
 * no problem until then.
 */
function areListsLoading(catalog: CatalogState, isConnecting: boolean): boolean {
  const isFirst = catalog.lastFailure === null && listMissingLists(catalog).length > 0;
  return isFirst && (isConnecting || catalog.refreshing !== null);
}

function findOldestRefresh(catalog: CatalogState): string | null {
  const times = catalog.lists.map((list) => list.refreshedAt);
  return times.filter((time) => time !== null).sort()[0] ?? null;
}
