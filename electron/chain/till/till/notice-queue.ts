import type { Log } from '../../../platform/index.ts';
import type { WebhookNotice } from '../protocol/index.ts';

export interface NoticePorts {
  /**
   * Something may have changed at the service: whoever owns it reads it again, under this till's own
   * signature. Resolves once that is done, true; false: not now, and the chain asks again.
   */
  readonly onHint: (hint: WebhookNotice) => Promise<boolean>;
  readonly log: Log;
}

/** The most that one status names. */
const MAX_REPORTED_NOTICES = 200;
/** A bill that can never be read does not keep back the hints at all others. */
const MAX_ATTEMPTS = 100;

/** Hands each hint on once, and tells the chain which are done, until it has heard. */
export interface NoticeQueue {
  /** The ids to tell with the next push. */
  listDone(): readonly number[];
  /** The chain has heard of those, and has these others. */
  handleAnswer(told: readonly number[], hints: readonly WebhookNotice[]): void;
}

export function createNoticeQueue({ onHint, log }: NoticePorts): NoticeQueue {
  const working = new Set<number>();
  const done = new Set<number>();
  /** The chain takes a bill's hint for done with every earlier one: none is told before those are. */
  const bills = { done: new Set<number>(), tries: new Map<number, number>() };
  const isDone = (id: number): boolean => done.has(id) || bills.done.has(id);
  const take = async (hint: WebhookNotice): Promise<void> => {
    working.add(hint.id);
    const tries = (bills.tries.get(hint.id) ?? 0) + 1;
    if (hint.kind === 'bill') bills.tries.set(hint.id, tries);
    try {
      const isRead = await onHint(hint);
      if (!isRead && tries < MAX_ATTEMPTS) return;
      if (!isRead) log.warn({ hint }, 'webhook-notices: bill refresh abandoned after max attempts');
      (hint.kind === 'bill' ? bills.done : done).add(hint.id);
      bills.tries.delete(hint.id);
    } catch (error) {
      log.error({ err: error, hint }, 'webhook-notices: refresh failed');
    } finally {
      working.delete(hint.id);
    }
  };
  return {
    listDone: () => {
      const firstOpen = Math.min(...bills.tries.keys());
      return [...done, ...[...bills.done].filter((id) => id < firstOpen)].slice(
        0,
        MAX_REPORTED_NOTICES,
      );
    },
    handleAnswer: (told, hints) => {
      for (const id of told) {
        done.delete(id);
        bills.done.delete(id);
      }
      // What the chain no longer asks for is replaced by another, or too old.
      const asked = new Set(hints.map(({ id }) => id));
      for (const id of bills.tries.keys())
        if (!asked.has(id) && !working.has(id)) bills.tries.delete(id);
      for (const hint of hints) {
        if (!working.has(hint.id) && !isDone(hint.id)) void take(hint);
      }
    },
  };
}
