import type { StatusLine } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ChainProblem } from '../../client/index.ts';
import type { PushChangesAnswer } from '../../protocol/index.ts';
import { readLocalSyncPosition, readNewestChangeNumber } from './changes.ts';

/** Why the last sync failed. */
export type ChainSyncProblem = ChainProblem['kind'] | 'no-password';
export type ChainStatusLine = NonNullable<StatusLine['chain']>;

/** A daily file that the chain has not sent in time, as of the last push. */
export interface OverdueFile {
  readonly day: string;
  readonly isLongOverdue: boolean;
}

const LONG_OVERDUE_SECONDS = 86_400;

export function toOverdueFile(answer: PushChangesAnswer): OverdueFile | null {
  const { overdue_day: day, overdue_seconds: seconds } = answer;
  return day === null ? null : { day, isLongOverdue: (seconds ?? 0) >= LONG_OVERDUE_SECONDS };
}

/**
 * Returns the chain's part of the status line; `sentAt` of `known` is in milliseconds since the
 * epoch.
 */
export function readChainStatusLine(
  database: Pick<Database, 'prepare'>,
  lastSync: {
    readonly problem: ChainSyncProblem | null;
    readonly sentAt: number | null;
    readonly overdueFile: OverdueFile | null;
  },
): ChainStatusLine {
  const { problem, overdueFile } = lastSync;
  const localPosition = readLocalSyncPosition(database);
  const sentAt =
    lastSync.sentAt === null ? (localPosition?.acknowledgedAt ?? null) : toIsoTime(lastSync.sentAt);
  return {
    light: problem ?? (lastSync.sentAt === null ? 'not-asked' : toSentLight(overdueFile)),
    overdueDay: overdueFile?.day ?? null,
    sentAt,
    unsent:
      localPosition === null
        ? 0
        : readNewestChangeNumber(database) - localPosition.acknowledgedChangeNumber,
  };
}

function toSentLight(overdueFile: OverdueFile | null): ChainStatusLine['light'] {
  if (overdueFile === null) return 'sent';
  return overdueFile.isLongOverdue ? 'daily-file-missing' : 'daily-file-late';
}
