import type { ReceivedWebhookNotice } from './parse-notices.ts';

/** Commits notices; false if the database did not store them. It must settle in bounded time. */
export type SaveWebhookNotices = (notices: readonly ReceivedWebhookNotice[]) => Promise<boolean>;

interface PendingNotices {
  readonly notices: readonly ReceivedWebhookNotice[];
  readonly resolve: (isSaved: boolean) => void;
}

/** The maximum of requests that wait for a commit; more are rejected. */
const MAX_PENDING_REQUESTS = 1000;
const MAX_REQUESTS_PER_COMMIT = 200;

export interface WebhookNoticeBatcher {
  /** Resolves to true once the notices are committed. */
  save(notices: readonly ReceivedWebhookNotice[]): Promise<boolean>;
  /** Resolves once no request waits. */
  waitUntilIdle(): Promise<void>;
}

/**
 * Runs one commit at a time; notices that arrive meanwhile go into the next one. After a commit that
 * failed, such as one that took too long, the next ones are smaller, until commits succeed.
 */
export function createWebhookNoticeBatcher(saveNotices: SaveWebhookNotices): WebhookNoticeBatcher {
  let pending: PendingNotices[] = [];
  let currentRun: Promise<void> | null = null;
  let requestsPerCommit = MAX_REQUESTS_PER_COMMIT;

  const commitPending = async (): Promise<void> => {
    while (pending.length > 0) {
      const batch = pending.slice(0, requestsPerCommit);
      pending = pending.slice(requestsPerCommit);
      const isSaved = await saveNotices(
        toUniqueNotices(batch.flatMap(({ notices }) => notices)),
      ).catch(() => false);
      requestsPerCommit = isSaved
        ? Math.min(requestsPerCommit * 2, MAX_REQUESTS_PER_COMMIT)
        : Math.max(Math.floor(requestsPerCommit / 4), 1);
      for (const { resolve } of batch) resolve(isSaved);
    }
  };

  return {
    save: (notices) => {
      if (pending.length >= MAX_PENDING_REQUESTS) return Promise.resolve(false);
      return new Promise((resolve) => {
        pending.push({ notices, resolve });
        currentRun ??= commitPending().finally(() => {
          currentRun = null;
        });
      });
    },
    waitUntilIdle: async () => {
      await currentRun;
    },
  };
}

/** Sorted, so that two processes that commit the same notices do not deadlock. */
function toUniqueNotices(notices: readonly ReceivedWebhookNotice[]): ReceivedWebhookNotice[] {
  const byKey = new Map(notices.map((notice) => [`${notice.kind} ${notice.key}`, notice]));
  return [...byKey].sort(([keyA], [keyB]) => (keyA < keyB ? -1 : 1)).map(([, notice]) => notice);
}
