import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';

/** Columns of the database's functions that the contract calls otherwise. */
const CONTRACT_NAMES: Readonly<Record<string, string>> = {
  standing: 'tillStatus',
  troubles: 'problems',
  troubled: 'tillsWithProblems',
};

/** Parses database rows with a schema of the contract: `seen_at` becomes `seenAt`. */
export function parseViewRows<Shape extends z.ZodType>(
  rows: readonly Record<string, unknown>[],
  rowSchema: Shape,
  log: Log,
): Result<z.output<Shape>[]> {
  const parsed = z.array(rowSchema).safeParse(rows.map(toContractNames));
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  log.error({ path: issue?.path, reason: issue?.message }, 'chain-view: row violates contract');
  return fail({ kind: 'chain-view', reason: 'failed' });
}

function toContractNames(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      CONTRACT_NAMES[name] ??
        name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

/** The end of a page: a time, and an id that separates rows of the same time. */
export interface ChainCursor {
  readonly at: string;
  readonly id: string;
}

export function formatChainCursor({ at, id }: ChainCursor): string {
  return `${at}/${id}`;
}

/** Null if the text is not a cursor of `formatChainCursor`. */
export function parseChainCursor(cursor: string): ChainCursor | null {
  const [, at, id] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\/([\w:-]{1,100})$/.exec(cursor) ?? [];
  return at === undefined || id === undefined ? null : { at, id };
}
