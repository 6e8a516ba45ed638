import {
  type Cashier,
  fail,
  ok,
  type PrintableReport,
  type ShiftReport,
} from '../../../shared/contract/index.ts';
import { PRINTABLE_REPORT_TTL_MS } from '../../../shared/rules/index.ts';
import { createExpiringMap, toIsoTime } from '../../platform/index.ts';
import { parsePaperDocument } from '../../printing/index.ts';
import { readZReport } from './count-queries.ts';
import { renderShiftReport, toDocumentMarkedAsCopy } from './drawer-papers.ts';
import type { Cash, CashPorts } from './types.ts';

/** The reports that cashiers have viewed, which they may print for `PRINTABLE_REPORT_TTL_MS`. */
export interface ViewedReportCache extends Pick<Cash, 'print'> {
  cacheForPrinting(report: ShiftReport, cashier: Cashier): PrintableReport;
}

export function createViewedReportCache(
  ports: Pick<CashPorts, 'database' | 'clock' | 'createId' | 'audit' | 'paper' | 'settings'>,
): ViewedReportCache {
  const { database, clock, createId, audit, paper, settings } = ports;
  const viewedReports = createExpiringMap<{
    readonly report: ShiftReport;
    readonly cashierId: string;
  }>(clock, PRINTABLE_REPORT_TTL_MS);

  const createPrintableReport: ViewedReportCache['cacheForPrinting'] = (report, cashier) => {
    const id = createId();
    viewedReports.set(id, { report, cashierId: cashier.id });
    return { id, report };
  };

  const print: Cash['print'] = ({ reportId }, cashier) => {
    const viewedReport = viewedReports.get(reportId);
    if (!viewedReport || viewedReport.cashierId !== cashier.id) {
      return fail({ kind: 'shift', reason: 'report-gone' });
    }
    const { report } = viewedReport;
    const at = toIsoTime(clock.now());
    const jobId = database.commit(() => {
      const z = report.number === null ? null : readZReport(database, report.number);
      const document =
        z === null
          ? renderShiftReport(report, settings())
          : toDocumentMarkedAsCopy(parsePaperDocument(z.document), at, settings());
      audit.recordInTransaction({
        kind: z === null ? 'x-report-printed' : 'z-report-printed-again',
        by: cashier,
        detail: { shift: report.shiftNumber, ...(z === null ? {} : { z: z.number }) },
      });
      return paper.enqueueReport(document, cashier.id, null);
    });
    paper.wake();
    return ok({ jobId });
  };

  return { cacheForPrinting: createPrintableReport, print };
}
