import { join } from 'node:path';
import {
  type CallOutput,
  type Language,
  type OutlierQuery,
  type OutlierReport,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { getColumnHeadings } from '../../../shared/i18n/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { buildCsvFileName, type Clock, writeCsv } from '../../platform/index.ts';
import { computeOutliers } from './compute-outliers.ts';
import { OUTLIER_CSV_COLUMNS, type OutlierCsvRow, toOutlierCsvRows } from './csv-columns.ts';

/** The `outliers` calls of the IPC contract. */
export interface OutlierReports {
  read(query: OutlierQuery): Promise<Result<OutlierReport>>;
  export(query: OutlierQuery, by: AuditPerson): Promise<Result<CallOutput<'outliers.export'>>>;
}

export function createOutlierReports(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  /** Read again at each call. */
  readonly settings: () => {
    readonly timeZone: string;
    readonly shopCurrency: string;
    readonly language: Language;
  };
  /** The folder for exported files; created if missing. */
  readonly exportFolder: string;
}): OutlierReports {
  const { database, clock, audit, settings } = ports;

  const compute = (query: OutlierQuery): Promise<OutlierReport> => {
    const { timeZone, shopCurrency } = settings();
    return computeOutliers(database, query, {
      now: clock.now(),
      timeZone,
      currency: shopCurrency,
    });
  };

  async function* generatePages(report: OutlierReport): AsyncGenerator<readonly OutlierCsvRow[]> {
    for (const row of report.rows) yield toOutlierCsvRows(row);
  }

  return {
    read: async (query) => ok(await compute(query)),
    export: async (query, by) => {
      const report = await compute(query);
      const { timeZone, language } = settings();
      const { from, to } = report;
      const name = buildCsvFileName('mostrador-outliers', { from, to }, clock.now(), timeZone);
      const file = join(ports.exportFolder, name);
      const written = await writeCsv(file, OUTLIER_CSV_COLUMNS, generatePages(report), {
        heads: getColumnHeadings(language).outliers,
        timeZone,
        language,
      });
      if (!written.ok) return written;
      const rows = written.value;
      audit.note({
        kind: 'outliers-exported',
        by: { id: by.id, name: by.name },
        detail: { file: name, rows, from, to },
      });
      return ok({ file, rows });
    },
  };
}
