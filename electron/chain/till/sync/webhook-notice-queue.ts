import type { Log } from '../../../platform/index.ts';
import type { WebhookNotice } from '../../protocol/index.ts';

export interface WebhookNoticePorts {
  /**
   * An object may have changed at the service: the till reads it again if it owns it, under its own
   * signature. Resolves to true once that is done; false if it could not be done now, and the chain
   * sends the notice again.
   */
  readonly onNotice: (notice: WebhookNotice) => Promise<boolean>;
  readonly log: Log;
}

/** The maximum in one status. */
const MAX_REPORTED_NOTICES = 200;
/** A bill that can never be read must not block all other notices. */
const MAX_ATTEMPTS = 100;

/**
 * Handles each notice once, and reports the done ones to the chain until it has acknowledged them.
 */
export interface WebhookNoticeQueue {
  /** The ids to report with the next push. */
  listHandledNoticeIds(): readonly number[];
  /** The chain has acknowledged `reportedIds`, and has these `notices`. */
  handleAnswer(reportedIds: readonly number[], notices: readonly WebhookNotice[]): void;
}

export function createWebhookNoticeQueue({
  onNotice,
  log,
}: WebhookNoticePorts): WebhookNoticeQueue {
  const pendingIds = new Set<number>();
  const doneIds = new Set<number>();
  /**
   * A done notice of a bill also ends every earlier one of a bill in the chain: none is reported
   * before all earlier ones are done.
   */
  const billNotices = { doneIds: new Set<number>(), attemptsById: new Map<number, number>() };
  const isDone = (id: number): boolean => doneIds.has(id) || billNotices.doneIds.has(id);
  const handleNotice = async (notice: WebhookNotice): Promise<void> => {
    pendingIds.add(notice.id);
    const attempts = (billNotices.attemptsById.get(notice.id) ?? 0) + 1;
    if (notice.kind === 'bill') billNotices.attemptsById.set(notice.id, attempts);
    try {
      const isHandled = await onNotice(notice);
      if (!isHandled && attempts < MAX_ATTEMPTS) return;
      if (!isHandled)
        log.warn({ notice }, 'webhook-notices: bill refresh abandoned after max attempts');
      (notice.kind === 'bill' ? billNotices.doneIds : doneIds).add(notice.id);
      billNotices.attemptsById.delete(notice.id);
    } catch (error) {
      log.error({ err: error, notice }, 'webhook-notices: refresh failed');
    } finally {
      pendingIds.delete(notice.id);
    }
  };
  return {
    listHandledNoticeIds: () => {
      const firstPendingId = Math.min(...billNotices.attemptsById.keys());
      return [...doneIds, ...[...billNotices.doneIds].filter((id) => id < firstPendingId)].slice(
        0,
        MAX_REPORTED_NOTICES,
      );
    },
    handleAnswer: (reportedIds, notices) => {
      for (const id of reportedIds) {
        doneIds.delete(id);
        billNotices.doneIds.delete(id);
      }
      // A notice that the chain no longer sends was replaced by another one, or is too old.
      const currentIds = new Set(notices.map(({ id }) => id));
      for (const id of billNotices.attemptsById.keys())
        if (!currentIds.has(id) && !pendingIds.has(id)) billNotices.attemptsById.delete(id);
      for (const notice of notices) {
        if (!pendingIds.has(notice.id) && !isDone(notice.id)) void handleNotice(notice);
      }
    },
  };
}
