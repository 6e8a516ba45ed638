import { mayAct, type Role } from '../../../shared/contract/index.ts';
import { REPORT_SHOWN_FOR } from '../../../shared/rules/index.ts';
import type { AuditNote } from '../../audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock } from '../../platform/index.ts';
import { guardOfDocument, nameOfDocument, receiptFacts } from '../papers/index.ts';
import type { PrintJobRow } from './job-rows.ts';
import { isGiftCardOfOneGone, type Viewer, waysGiven } from './print-jobs.ts';

/** Who stands at the counter and looks at papers. */
export interface PaperViewer extends Viewer {
  readonly role: Role;
}

/** Details of a reprint allowed by somebody's PIN, written down beside the people. */
export type ReprintNote = Pick<AuditNote, 'kind' | 'detail'>;

/**
 * Papers that not everybody may see: a gift card's code once its customer has gone, and the
 * expected content of a drawer, which a blind count must not know. A report is shown to whoever has
 * the role. The cashier for whom it was printed has seen it, and may see it for a while.
 */
export interface Withholding {
  /** Not shown to whoever is at the counter now. */
  isWithheld(job: PrintJobRow): boolean;
  /** The note of a reprint with somebody's PIN; null if nobody has to allow it. */
  reprintOf(job: PrintJobRow): ReprintNote | null;
}

const PRINTED = {
  'x-report': 'x-report-printed',
  'z-reports': 'z-report-printed-again',
  earnings: 'earnings-printed',
} as const;

export function createWithholding(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly viewer: () => PaperViewer | null;
}): Withholding {
  const { database, clock } = ports;

  const isShownTo = (job: PrintJobRow, viewer: PaperViewer): boolean => {
    const age = clock.now() - Date.parse(job.createdAt);
    const isNew = age >= 0 && age < REPORT_SHOWN_FOR;
    return isNew && viewer.cashierId === job.cashierId && viewer.since <= job.createdAt;
  };

  const guardOf = ({ document }: PrintJobRow) =>
    document === null ? null : guardOfDocument(document);

  /** Somebody may have it already: by paper, or by a file that had begun to leave. */
  const mayBeKnown = ({ bytesSent }: PrintJobRow, intentId: string): boolean =>
    (bytesSent ?? 0) > 0 || waysGiven(database, intentId).length > 0;

  const isReportWithheld = (job: PrintJobRow): boolean => {
    const guard = guardOf(job);
    if (guard === null) return false;
    const viewer = ports.viewer();
    return viewer === null || !(mayAct(viewer.role, guard) || isShownTo(job, viewer));
  };

  return {
    isWithheld: (job) =>
      isReportWithheld(job) ||
      (job.intentId !== null && isGiftCardOfOneGone(database, job.intentId, ports.viewer())),
    reprintOf: (job) => {
      const jobId = job.id;
      if (job.document !== null) {
        if (!isReportWithheld(job)) return null;
        return {
          kind: PRINTED[guardOf(job) ?? 'x-report'],
          detail: { name: nameOfDocument(job.document), jobId },
        };
      }
      if (job.intentId === null || !mayBeKnown(job, job.intentId)) return null;
      if (receiptFacts(database, job.intentId)?.kind !== 'gift-card') return null;
      return { kind: 'reprint-gift-card', detail: { paymentId: job.intentId, jobId } };
    },
  };
}
