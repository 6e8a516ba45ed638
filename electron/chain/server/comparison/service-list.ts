import type { Result } from '../../../../shared/contract/index.ts';
import { parseTransactionStatus } from '../../../../shared/rules/index.ts';
import {
  readServiceList,
  toAbortableReader,
  toEpochSecond,
} from '../../../back-office/reconciliation/comparison/index.ts';
import { type Clock, pause } from '../../../platform/index.ts';
import type { BillPaymentService, Transaction, TransactionPage } from '../../../service/index.ts';
import type { ChainQuery } from '../database/index.ts';

/** Rows are read again so far back: the list need not be in order to the second. */
const OVERLAP_SECONDS = 10 * 60;
/** What was performed just now may not be listed yet. */
const LISTING_LAG_SECONDS = 2 * 60;
const MAX_PAGES = 100_000;
const MIN_RETRY_DELAY_MS = 5_000;
const MAX_RETRY_DELAY_MS = 10 * 60_000;
const MAX_FAILURES = 10;

export interface ServiceList {
  /**
   * Reads what was listed since the last time, or everything since a moment; resolves with whether
   * it has no gap.
   */
  read(since: number, isAgain: boolean): Promise<Result<{ readonly isWhole: boolean }>>;
  /** Between which seconds it was read without a gap; null before it ever was. */
  readCoverage(): Promise<{ readonly since: number; readonly until: number } | null>;
}

export function createServiceList(ports: {
  readonly ask: ChainQuery;
  readonly fence: number;
  readonly clock: Clock;
  readonly service: BillPaymentService;
  readonly pagesAnHour: number;
  readonly signal: AbortSignal;
}): ServiceList {
  const { ask, fence, clock, service, signal } = ports;
  const gap = Math.round(3_600_000 / ports.pagesAnHour);

  /** One page at a time, with a pause before each; 429 and other trouble that passes is waited out. */
  const paced = toAbortableReader(async (page: number): Promise<Result<TransactionPage>> => {
    for (let failures = 0; ; failures += 1) {
      await pause(clock, failures === 0 ? gap : computeRetryDelay(failures));
      const quiet = (service.health.quietUntil ?? 0) - service.requestDate();
      if (quiet > 0) await pause(clock, quiet);
      const answer = await service.listTransactions(page);
      if (answer.ok || signal.aborted || failures >= MAX_FAILURES) return answer;
      if (!isTransient(answer.problem.kind)) return answer;
    }
  }, signal);

  const keep = async (transactions: readonly Transaction[]): Promise<void> => {
    if (transactions.length === 0) return;
    const rows = JSON.stringify(transactions.map(toServiceRow));
    await ask('SELECT chain.put_service_rows_v1($1, $2)', [fence, rows]);
  };

  const readCoverage: ServiceList['readCoverage'] = async () => {
    const [row] = await ask('SELECT since_second, until_second FROM chain.service_list_v1()');
    const since = row?.since_second;
    const until = row?.until_second;
    return typeof since === 'number' && typeof until === 'number' ? { since, until } : null;
  };

  return {
    readCoverage,
    read: async (since, isAgain) => {
      const before = await readCoverage();
      const goesOn = before !== null && before.since <= since;
      const from = goesOn && !isAgain ? before.until - OVERLAP_SECONDS : since;
      const begun = Math.floor((service.getSlowestServiceTime() ?? service.requestDate()) / 1000);
      const read = await readServiceList(paced, {
        since: from,
        alsoSince: null,
        mostPages: MAX_PAGES,
        keep,
      });
      if (read.ok && read.value.isWhole) {
        const first = goesOn ? before.since : from;
        const until = Math.max(begun - LISTING_LAG_SECONDS, goesOn ? before.until : 0);
        await ask('SELECT chain.set_service_list_v1($1, $2, $3)', [fence, first, until]);
      }
      return read;
    },
  };
}

function isTransient(kind: string): boolean {
  return ['service-unreachable', 'service-silent', 'service-refused', 'service-busy'].includes(
    kind,
  );
}

function computeRetryDelay(failures: number): number {
  return Math.min(MIN_RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS);
}

function toServiceRow(one: Transaction): object {
  const { id, externalId, billerId, accountNumber, amount, currency, status } = one;
  return {
    id,
    externalId,
    second: toEpochSecond(one),
    billerId,
    accountNumber,
    amount,
    currency,
    status,
    class: parseTransactionStatus(status),
  };
}
