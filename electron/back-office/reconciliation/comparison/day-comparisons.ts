import {
  type DailyFileComparison,
  dailyFileComparisonSchema,
  fail,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ServiceTransaction } from '../../../service/index.ts';
import {
  type BusinessDayRow,
  findPaymentByExternalId,
  readDayComparisonJson,
  writeDayComparisonJson,
} from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import type { TransactionSource } from '../types.ts';
import { compareDay } from './compare-day.ts';
import {
  readServiceDayTransactions,
  type ServiceDayTransactions,
  toAbortablePageReader,
} from './read-service-day-transactions.ts';

/** Compares a day with the service's own list; the result is stored with the day. */
export interface DayComparisons {
  /**
   * Reads the list again and compares. If the list cannot be read, the result contains the problem.
   */
  compareDay(row: BusinessDayRow): Promise<DailyFileComparison>;
  readLastComparison(day: string): DailyFileComparison | null;
}

/**
 * A payment becomes paid some seconds after the service performed it, with look-ups some minutes.
 */
const WATCHED_MARGIN_SECONDS = 60 * 60;
const NO_TRANSACTIONS: ReadonlyMap<string, ServiceTransaction> = new Map();
/** The file waits for its comparison, but only within its upload window. */
const COMPARISON_TIMEOUT_MS = 10 * 60_000;

export function createDayComparisons(
  ports: Pick<
    ReconciliationPorts,
    'database' | 'clock' | 'waitForService' | 'refunds' | 'onChange'
  > & {
    readonly source: TransactionSource;
    readonly signal: AbortSignal;
    readonly throwIfStopped: () => void;
  },
): DayComparisons {
  const { database, clock } = ports;

  const readList = async (row: BusinessDayRow): Promise<Result<ServiceDayTransactions>> => {
    const connected = await ports.waitForService();
    if (!connected.ok) return connected;
    const service = connected.value;
    const timeout = new AbortController();
    const signal = AbortSignal.any([ports.signal, timeout.signal]);
    const cancel = clock.after(COMPARISON_TIMEOUT_MS, () => timeout.abort());
    try {
      // Also reads every recent payment whose state may still change.
      const oldestWatchedAt = ports.refunds.getOldestWatchedPaymentAt();
      const alsoSince =
        oldestWatchedAt === null
          ? null
          : Math.floor(oldestWatchedAt / 1000) - WATCHED_MARGIN_SECONDS;
      const read = await readServiceDayTransactions(
        toAbortablePageReader(service.listTransactions, signal),
        row,
        alsoSince,
      );
      if (read.ok || ports.signal.aborted || !timeout.signal.aborted) return read;
      return fail<Problem>({ kind: 'service-silent', seconds: COMPARISON_TIMEOUT_MS / 1000 });
    } finally {
      cancel();
    }
  };

  return {
    readLastComparison: (day) => {
      const stored = readDayComparisonJson(database, day);
      return stored === null ? null : dailyFileComparisonSchema.parse(JSON.parse(stored));
    },
    compareDay: async (row) => {
      const service = await readList(row);
      ports.throwIfStopped();
      const refundChanges = service.ok
        ? await ports.refunds.recordRefundsOfTransactions(service.value.transactions)
        : { newRefunds: NO_TRANSACTIONS, revokedRefunds: NO_TRANSACTIONS };
      ports.throwIfStopped();
      const at = toIsoTime(clock.now());
      const comparison: DailyFileComparison = service.ok
        ? {
            ...(await compareDay({
              range: row,
              ourTransactions: ports.source.listTransactions(row),
              serviceTransactions: service.value,
              findOurPayment: (externalId) => findPaymentByExternalId(database, externalId),
              isCancelledByTill: ports.refunds.isCancelledByTill,
              newRefunds: refundChanges.newRefunds,
              revokedRefunds: refundChanges.revokedRefunds,
            })),
            at,
            problem: null,
            isWhole: service.value.isWhole,
          }
        : {
            at,
            problem: service.problem,
            isWhole: false,
            ours: 0,
            theirs: 0,
            unknownHere: 0,
            withoutStatus: 0,
            differences: [],
          };
      ports.throwIfStopped();
      const text = JSON.stringify(comparison);
      database.commit(() =>
        writeDayComparisonJson(database, row.day, { at, comparisonJson: text }),
      );
      ports.onChange(row.day);
      return comparison;
    },
  };
}
