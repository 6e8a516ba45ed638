import type { StatusLine } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ChainProblem } from '../client/index.ts';
import { readHead, readNumbering } from './changes.ts';

/** Why the chain was not told. */
export type ChainSyncProblem = ChainProblem['kind'] | 'no-password';
export type ChainStatusLine = NonNullable<StatusLine['chain']>;

/** What the status line says of the chain; `sentAt` is in milliseconds since the epoch. */
export function readChainStatusLine(
  database: Pick<Database, 'prepare'>,
  known: { readonly problem: ChainSyncProblem | null; readonly sentAt: number | null },
): ChainStatusLine {
  const numbering = readNumbering(database);
  const sentAt = known.sentAt === null ? (numbering?.ackedAt ?? null) : toIsoTime(known.sentAt);
  return {
    light: known.problem ?? (known.sentAt === null ? 'not-asked' : 'sent'),
    sentAt,
    unsent: numbering === null ? 0 : readHead(database) - numbering.acked,
  };
}
