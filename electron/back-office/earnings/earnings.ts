import { join } from 'node:path';
import {
  type CallOutput,
  type CallReceived,
  type Earnings,
  type EarningsQuery,
  fail,
  type Language,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { getColumnHeadings } from '../../../shared/i18n/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { buildCsvFileName, type Clock, writeCsv } from '../../platform/index.ts';
import type { PaperDocument, ReceiptSettings } from '../../printing/index.ts';
import { buildDayPairs, computeEarnings, readDaySales } from './compute-earnings.ts';
import { CSV_COLUMNS, type SalesCsvRow } from './csv-columns.ts';
import { buildEarningsDocument } from './earnings-document.ts';
import { readBillerName, readCashierNames } from './sales-queries.ts';

/** A method for each call of the contract. */
export interface EarningsReports {
  read(input: CallReceived<'earnings.read'>): Promise<Result<Earnings>>;
  export(
    input: CallReceived<'earnings.export'>,
    by: AuditPerson,
  ): Promise<Result<CallOutput<'earnings.export'>>>;
  print(
    input: CallReceived<'earnings.print'>,
    by: AuditPerson,
  ): Promise<Result<CallOutput<'earnings.print'>>>;
}

export interface EarningsPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  /** `enqueueReport` is called inside a commit; `wake` after it. */
  readonly paper: {
    enqueueReport(document: PaperDocument, cashierId: string, approvedBy: string | null): string;
    wake(): void;
  };
  /** Read again at each call. */
  readonly settings: () => ReceiptSettings & {
    readonly shopCurrency: string;
    readonly language: Language;
  };
  /** The folder for exported files; created if missing. */
  readonly folder: string;
}

/** Before it no till of this kind sold anything, and no calendar is asked about it. */
const MIN_DAY = '2000-01-01';

export function createEarningsReports(ports: EarningsPorts): EarningsReports {
  const { database, clock, audit, paper, settings } = ports;

  const collect = (wanted: EarningsQuery): Promise<Earnings> => {
    const { timeZone, shopCurrency } = settings();
    return computeEarnings(database, wanted, {
      now: clock.now(),
      timeZone,
      currency: shopCurrency,
    });
  };

  const checked = ({ to }: EarningsQuery): Result<null> =>
    to !== null && to < MIN_DAY
      ? fail({ kind: 'invalid-input', field: 'to', reason: 'too early' })
      : ok(null);

  return {
    read: async (wanted) => {
      const fits = checked(wanted);
      return fits.ok ? ok(await collect(wanted)) : fits;
    },
    export: async (wanted, by) => {
      const fits = checked(wanted);
      if (!fits.ok) return fits;
      const { timeZone, shopCurrency, language } = settings();
      const now = clock.now();
      const pairs = buildDayPairs(wanted, now, timeZone);
      const days = { from: pairs[0]?.day ?? null, to: pairs.at(-1)?.day ?? null };
      const name = buildCsvFileName('mostrador-earnings', days, now, timeZone);
      const file = join(ports.folder, name);
      const pages = rowsOf(readDaySales(database, pairs, shopCurrency, 'both'));
      const heads = getColumnHeadings(language).earnings;
      const written = await writeCsv(file, CSV_COLUMNS, pages, { heads, timeZone });
      if (!written.ok) return written;
      audit.note({
        kind: 'earnings-exported',
        by: { id: by.id, name: by.name },
        detail: { file: name, rows: written.value, ...days },
      });
      return ok({ file, rows: written.value });
    },
    print: async (wanted, by) => {
      const fits = checked(wanted);
      if (!fits.ok) return fits;
      const document = buildEarningsDocument(await collect(wanted), settings(), by.name);
      const jobId = database.commit(() => {
        audit.noteInCommit({
          kind: 'earnings-printed',
          by: { id: by.id, name: by.name },
          detail: { days: wanted.days, to: wanted.to },
        });
        return paper.enqueueReport(document, by.id, null);
      });
      paper.wake();
      return ok({ jobId });
    },
  };

  async function* rowsOf(
    days: ReturnType<typeof readDaySales>,
  ): AsyncGenerator<readonly SalesCsvRow[]> {
    const people = readCashierNames(database);
    const billers = new Map<number, string>();
    const named = (billerId: number): string => {
      const name = billers.get(billerId) ?? readBillerName(database, billerId);
      billers.set(billerId, name);
      return name;
    };
    for await (const { pair, when, sales } of days) {
      yield sales.map((sum) => ({
        ...sum,
        day: pair[when].day,
        when,
        cashier: people.get(sum.cashierId ?? '') ?? '',
        biller: named(sum.billerId ?? 0),
      }));
    }
  }
}
