import { hasPermission, type Role } from '../../../shared/contract/index.ts';
import { PRINTABLE_REPORT_TTL_MS } from '../../../shared/rules/index.ts';
import type { AuditNote } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock } from '../../platform/index.ts';
import {
  getPaperDocumentName,
  getPaperDocumentPermission,
  readReceiptFacts,
} from '../papers/index.ts';
import type { PrintJobRow } from './job-rows.ts';
import {
  isGiftCardCodeHidden,
  listUsedDeliveryMethods,
  type SignedInCashier,
} from './print-job-queries.ts';

/** The cashier who is signed in and views papers. */
export interface PaperViewingCashier extends SignedInCashier {
  readonly role: Role;
}

/** The kind and details of an approved reprint for the audit log. */
export type ReprintAuditNote = Pick<AuditNote, 'kind' | 'detail'>;

/**
 * Papers that some cashiers may not see: a gift card's code after the sale is finished, and the
 * expected content of a drawer, which would defeat a blind count. A report is shown to a cashier
 * whose role permits it. The cashier for whom it was printed has seen it, and may see it for
 * `PRINTABLE_REPORT_TTL_MS`.
 */
export interface ReprintPolicy {
  /** True if the paper must not be shown to the cashier who is signed in. */
  isWithheld(job: PrintJobRow): boolean;
  /** The audit note of a reprint that needs an approval; null if it needs none. */
  getReprintNote(job: PrintJobRow): ReprintAuditNote | null;
}

const REPRINT_NOTE_KINDS = {
  'x-report': 'x-report-printed',
  'z-reports': 'z-report-printed-again',
  earnings: 'earnings-printed',
} as const;

export function createReprintPolicy(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly getViewer: () => PaperViewingCashier | null;
}): ReprintPolicy {
  const { database, clock } = ports;

  const isVisibleTo = (job: PrintJobRow, viewer: PaperViewingCashier): boolean => {
    const age = clock.now() - Date.parse(job.createdAt);
    const isNew = age >= 0 && age < PRINTABLE_REPORT_TTL_MS;
    return isNew && viewer.cashierId === job.cashierId && viewer.signedInAt <= job.createdAt;
  };

  const getGuard = ({ document }: PrintJobRow) =>
    document === null ? null : getPaperDocumentPermission(document);

  /** A person may already have it: on paper, or as a file that may have been sent. */
  const isPossiblyDelivered = ({ bytesSent }: PrintJobRow, intentId: string): boolean =>
    (bytesSent ?? 0) > 0 || listUsedDeliveryMethods(database, intentId).length > 0;

  const isReportWithheld = (job: PrintJobRow): boolean => {
    const guard = getGuard(job);
    if (guard === null) return false;
    const viewer = ports.getViewer();
    return viewer === null || !(hasPermission(viewer.role, guard) || isVisibleTo(job, viewer));
  };

  return {
    isWithheld: (job) =>
      isReportWithheld(job) ||
      (job.intentId !== null && isGiftCardCodeHidden(database, job.intentId, ports.getViewer())),
    getReprintNote: (job) => {
      const jobId = job.id;
      if (job.document !== null) {
        if (!isReportWithheld(job)) return null;
        return {
          kind: REPRINT_NOTE_KINDS[getGuard(job) ?? 'x-report'],
          detail: { name: getPaperDocumentName(job.document), jobId },
        };
      }
      if (job.intentId === null || !isPossiblyDelivered(job, job.intentId)) return null;
      const facts = readReceiptFacts(database, job.intentId);
      if (facts?.kind !== 'gift-card' || facts.ticketText === null) return null;
      return { kind: 'reprint-gift-card', detail: { paymentId: job.intentId, jobId } };
    },
  };
}
