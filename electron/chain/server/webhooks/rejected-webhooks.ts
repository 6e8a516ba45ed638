import type { Clock, Log } from '../../../platform/index.ts';
import { type ChainAddress, connectToChain } from '../../client/index.ts';
import { MAX_WEBHOOKS_PER_SECOND } from './webhook-receiver.ts';

/** How long the status shows the rejections after the last one. */
const REPORT_TTL_MS = 15 * 60_000;
const SAVE_INTERVAL_MS = 60_000;

/**
 * Counts webhooks that were rejected because too many came. The status of this process shows them
 * for a while; for `chain status`, which is another process, the count is stored in the database if
 * this process has the maker's login: the receiver's own login may only add notices.
 */
export interface RejectedWebhookCounter {
  countRejection(): void;
  /** Null if there was none recently. */
  describeRecent(): string | null;
}

export function createRejectedWebhookCounter(
  maker: ChainAddress | null,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): RejectedWebhookCounter {
  let count = 0;
  let lastAt: number | null = null;
  let savedAt: number | null = null;

  const saveCount = async (address: ChainAddress): Promise<void> => {
    const connected = await connectToChain(address);
    if (!connected.ok) {
      // The next rejection saves the count.
      savedAt = null;
      return;
    }
    const saved = await connected.value.query("SELECT chain.set_note_v1('webhooks', $1)", [
      // `chain status --json` prints the note with this name.
      JSON.stringify({ turnedAway: count }),
    ]);
    if (!saved.ok) log.warn({ problem: saved.problem }, 'webhooks: saving rejection count failed');
    await connected.value.end();
  };

  return {
    countRejection: () => {
      const now = clock.uptime();
      if (lastAt === null || now - lastAt > REPORT_TTL_MS) {
        count = 0;
        log.warn({}, 'webhooks: rate limit exceeded, requests rejected');
      }
      count += 1;
      lastAt = now;
      if (maker === null || (savedAt !== null && now - savedAt < SAVE_INTERVAL_MS)) return;
      savedAt = now;
      saveCount(maker).catch((error: unknown) =>
        log.error({ err: error }, 'webhooks: saving rejection count threw'),
      );
    },
    describeRecent: () => {
      if (lastAt === null) return null;
      const secondsAgo = Math.round((clock.uptime() - lastAt) / 1000);
      if (secondsAgo * 1000 > REPORT_TTL_MS) return null;
      return `${count} webhooks were rejected, the last ${secondsAgo} s ago, because more than ${MAX_WEBHOOKS_PER_SECOND} a second arrived`;
    },
  };
}
