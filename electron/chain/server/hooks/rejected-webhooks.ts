import type { Clock, Log } from '../../../platform/index.ts';
import { type ChainAddress, connectChain } from '../../till/client/index.ts';
import { MAX_WEBHOOKS_PER_SECOND } from './webhook-receiver.ts';

/** How long the light says it after the last one. */
const REPORT_TTL_MS = 15 * 60_000;
const SAVE_INTERVAL_MS = 60_000;

/**
 * Webhooks that were told to come again, because more came than are taken. The light of this process
 * says so for a while; for `chain status`, which is another process, it stands in the
 * database, if this one has the maker's login: the receiver's own may add hints and nothing else.
 */
export interface RejectedWebhooks {
  record(): void;
  /** Null if none was lately. */
  describe(): string | null;
}

export function createRejectedWebhooks(
  maker: ChainAddress | null,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): RejectedWebhooks {
  let count = 0;
  let last: number | null = null;
  let notedAt: number | null = null;

  const tell = async (address: ChainAddress): Promise<void> => {
    const connected = await connectChain(address);
    if (!connected.ok) {
      // It is told with the next one.
      notedAt = null;
      return;
    }
    const told = await connected.value.query("SELECT chain.set_note_v1('webhooks', $1)", [
      JSON.stringify({ turnedAway: count }),
    ]);
    if (!told.ok) log.warn({ problem: told.problem }, 'webhooks: saving rejection count failed');
    await connected.value.end();
  };

  return {
    record: () => {
      const now = clock.uptime();
      if (last === null || now - last > REPORT_TTL_MS) {
        count = 0;
        log.warn({}, 'webhooks: rate limit exceeded, requests rejected');
      }
      count += 1;
      last = now;
      if (maker === null || (notedAt !== null && now - notedAt < SAVE_INTERVAL_MS)) return;
      notedAt = now;
      tell(maker).catch((error: unknown) =>
        log.error({ err: error }, 'webhooks: saving rejection count threw'),
      );
    },
    describe: () => {
      if (last === null) return null;
      const ago = Math.round((clock.uptime() - last) / 1000);
      if (ago * 1000 > REPORT_TTL_MS) return null;
      return `${count} webhooks were turned away, the last ${ago} s ago: more than ${MAX_WEBHOOKS_PER_SECOND} a second came`;
    },
  };
}
