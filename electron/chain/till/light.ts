import type { StatusLine } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import type { ChainProblem } from '../client/index.ts';
import { headOf, readNumbering } from './changes.ts';

/** Why the chain was not told. */
export type ChainTrouble = ChainProblem['kind'] | 'no-password';
export type ChainLight = NonNullable<StatusLine['chain']>;

/** What the status line says of the chain; `sentAt` is in milliseconds since the epoch. */
export function lightOf(
  database: Pick<Database, 'prepare'>,
  known: { readonly problem: ChainTrouble | null; readonly sentAt: number | null },
): ChainLight {
  const numbering = readNumbering(database);
  const sentAt = known.sentAt === null ? (numbering?.ackedAt ?? null) : isoTime(known.sentAt);
  return {
    light: known.problem ?? (known.sentAt === null ? 'not-asked' : 'sent'),
    sentAt,
    unsent: numbering === null ? 0 : headOf(database) - numbering.acked,
  };
}
