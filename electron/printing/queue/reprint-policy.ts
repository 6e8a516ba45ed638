import { hasPermission, type Role } from '../../../shared/contract/index.ts';
import { SHOWN_REPORT_TTL_MS } from '../../../shared/rules/index.ts';
import type { AuditNote } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock } from '../../platform/index.ts';
import { getDocumentGuard, getDocumentName, readReceiptFacts } from '../papers/index.ts';
import type { PrintJobRow } from './job-rows.ts';
import { isGiftCardHidden, listGivenWays, type Viewer } from './print-job-queries.ts';

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
export interface ReprintPolicy {
  /** Not shown to whoever is at the counter now. */
  isWithheld(job: PrintJobRow): boolean;
  /** The note of a reprint with somebody's PIN; null if nobody has to allow it. */
  getReprintNote(job: PrintJobRow): ReprintNote | null;
}

const REPRINT_NOTE_KINDS = {
  'x-report': 'x-report-printed',
  'z-reports': 'z-report-printed-again',
  earnings: 'earnings-printed',
} as const;

export function createReprintPolicy(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly viewer: () => PaperViewer | null;
}): ReprintPolicy {
  const { database, clock } = ports;

  const isShownTo = (job: PrintJobRow, viewer: PaperViewer): boolean => {
    const age = clock.now() - Date.parse(job.createdAt);
    const isNew = age >= 0 && age < SHOWN_REPORT_TTL_MS;
    return isNew && viewer.cashierId === job.cashierId && viewer.since <= job.createdAt;
  };

  const guardOf = ({ document }: PrintJobRow) =>
    document === null ? null : getDocumentGuard(document);

  /** Somebody may have it already: by paper, or by a file that had begun to leave. */
  const mayBeKnown = ({ bytesSent }: PrintJobRow, intentId: string): boolean =>
    (bytesSent ?? 0) > 0 || listGivenWays(database, intentId).length > 0;

  const isReportWithheld = (job: PrintJobRow): boolean => {
    const guard = guardOf(job);
    if (guard === null) return false;
    const viewer = ports.viewer();
    return viewer === null || !(hasPermission(viewer.role, guard) || isShownTo(job, viewer));
  };

  return {
    isWithheld: (job) =>
      isReportWithheld(job) ||
      (job.intentId !== null && isGiftCardHidden(database, job.intentId, ports.viewer())),
    getReprintNote: (job) => {
      const jobId = job.id;
      if (job.document !== null) {
        if (!isReportWithheld(job)) return null;
        return {
          kind: REPRINT_NOTE_KINDS[guardOf(job) ?? 'x-report'],
          detail: { name: getDocumentName(job.document), jobId },
        };
      }
      if (job.intentId === null || !mayBeKnown(job, job.intentId)) return null;
      if (readReceiptFacts(database, job.intentId)?.kind !== 'gift-card') return null;
      return { kind: 'reprint-gift-card', detail: { paymentId: job.intentId, jobId } };
    },
  };
}
