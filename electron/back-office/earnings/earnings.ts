import { join } from 'node:path';
import {
  type CallOutput,
  type Earnings,
  type EarningsQuery,
  fail,
  type Language,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { getColumnHeadings } from '../../../shared/i18n/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { buildCsvFileName, type Clock, writeCsv } from '../../platform/index.ts';
import type { PaperDocument, ReceiptSettings } from '../../printing/index.ts';
import { buildComparedDays, computeEarnings, readDaySales } from './compute-earnings.ts';
import { EARNINGS_CSV_COLUMNS, type SalesCsvRow } from './csv-columns.ts';
import { buildEarningsDocument } from './earnings-document.ts';
import { readBillerName, readCashierNames } from './sales-queries.ts';

/** The earnings calls of the IPC contract. */
export interface EarningsReports {
  read(input: ValidatedCallInput<'earnings.read'>): Promise<Result<Earnings>>;
  export(
    input: ValidatedCallInput<'earnings.export'>,
    by: AuditPerson,
  ): Promise<Result<CallOutput<'earnings.export'>>>;
  print(
    input: ValidatedCallInput<'earnings.print'>,
    by: AuditPerson,
  ): Promise<Result<CallOutput<'earnings.print'>>>;
}

export interface EarningsPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  /** `enqueueReport` is called inside a commit; `wake` after it. */
  readonly printQueue: {
    enqueueReport(document: PaperDocument, cashierId: string, approvedBy: string | null): string;
    wake(): void;
  };
  /** Read again at each call. */
  readonly settings: () => ReceiptSettings & {
    readonly shopCurrency: string;
    readonly language: Language;
  };
  /** The folder for exported files; created if missing. */
  readonly exportFolder: string;
}

/** No till has sales before this day, so earlier days are rejected. */
const MIN_DAY = '2000-01-01';

export function createEarningsReports(ports: EarningsPorts): EarningsReports {
  const { database, clock, audit, printQueue: paper, settings } = ports;

  const compute = (query: EarningsQuery): Promise<Earnings> => {
    const { timeZone, shopCurrency } = settings();
    return computeEarnings(database, query, {
      now: clock.now(),
      timeZone,
      currency: shopCurrency,
    });
  };

  const validateQuery = ({ to }: EarningsQuery): Result<null> =>
    to !== null && to < MIN_DAY
      ? fail({ kind: 'invalid-input', field: 'to', reason: 'too early' })
      : ok(null);

  return {
    read: async (query) => {
      const validated = validateQuery(query);
      return validated.ok ? ok(await compute(query)) : validated;
    },
    export: async (query, by) => {
      const validated = validateQuery(query);
      if (!validated.ok) return validated;
      const { timeZone, shopCurrency, language } = settings();
      const now = clock.now();
      const comparedDays = buildComparedDays(query, now, timeZone);
      const days = { from: comparedDays[0]?.day ?? null, to: comparedDays.at(-1)?.day ?? null };
      const name = buildCsvFileName('mostrador-earnings', days, now, timeZone);
      const file = join(ports.exportFolder, name);
      const pages = generateRows(readDaySales(database, comparedDays, shopCurrency, 'both'));
      const heads = getColumnHeadings(language).earnings;
      const written = await writeCsv(file, EARNINGS_CSV_COLUMNS, pages, {
        heads,
        timeZone,
        language,
      });
      if (!written.ok) return written;
      audit.note({
        kind: 'earnings-exported',
        by: { id: by.id, name: by.name },
        detail: { file: name, rows: written.value, ...days },
      });
      return ok({ file, rows: written.value });
    },
    print: async (query, by) => {
      const validated = validateQuery(query);
      if (!validated.ok) return validated;
      const document = buildEarningsDocument(await compute(query), settings(), by.name);
      const jobId = database.commit(() => {
        audit.recordInTransaction({
          kind: 'earnings-printed',
          by: { id: by.id, name: by.name },
          detail: { days: query.days, to: query.to },
        });
        return paper.enqueueReport(document, by.id, null);
      });
      paper.wake();
      return ok({ jobId });
    },
  };

  async function* generateRows(
    days: ReturnType<typeof readDaySales>,
  ): AsyncGenerator<readonly SalesCsvRow[]> {
    const cashierNames = readCashierNames(database);
    const billerNames = new Map<number, string>();
    const getBillerName = (billerId: number): string => {
      const name = billerNames.get(billerId) ?? readBillerName(database, billerId);
      billerNames.set(billerId, name);
      return name;
    };
    for await (const { comparedDay, period, sales } of days) {
      yield sales.map((sum) => ({
        ...sum,
        day: comparedDay[period].day,
        period,
        cashier: cashierNames.get(sum.cashierId ?? '') ?? '',
        biller: getBillerName(sum.billerId ?? 0),
      }));
    }
  }
}
