import type { StatusLine } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ChainProblem } from '../../client/index.ts';
import { readLocalSyncPosition, readNewestChangeNumber } from './changes.ts';

/** Why the last sync failed. */
export type ChainSyncProblem = ChainProblem['kind'] | 'no-password';
export type ChainStatusLine = NonNullable<StatusLine['chain']>;

/**
 * Returns the chain's part of the status line; `sentAt` of `known` is in milliseconds since the
 * epoch.
 */
export function readChainStatusLine(
  database: Pick<Database, 'prepare'>,
  lastSync: { readonly problem: ChainSyncProblem | null; readonly sentAt: number | null },
): ChainStatusLine {
  const localPosition = readLocalSyncPosition(database);
  const sentAt =
    lastSync.sentAt === null ? (localPosition?.acknowledgedAt ?? null) : toIsoTime(lastSync.sentAt);
  return {
    light: lastSync.problem ?? (lastSync.sentAt === null ? 'not-asked' : 'sent'),
    sentAt,
    unsent:
      localPosition === null
        ? 0
        : readNewestChangeNumber(database) - localPosition.acknowledgedChangeNumber,
  };
}
