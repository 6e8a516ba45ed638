import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { Log } from '../../../platform/index.ts';

/** Rows of the database in the shapes of the contract: `seen_at` becomes `seenAt`. */
export function readRows<Shape extends z.ZodType>(
  rows: readonly Record<string, unknown>[],
  shape: Shape,
  log: Log,
): Result<z.output<Shape>[]> {
  const read = z.array(shape).safeParse(rows.map(toCamelCase));
  if (read.success) return ok(read.data);
  const [issue] = read.error.issues;
  log.error({ path: issue?.path, reason: issue?.message }, 'chain-view: row violates contract');
  return fail({ kind: 'chain-view', reason: 'failed' });
}

function toCamelCase(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

/** The end of a page: an instant, and an id that tells rows of one instant apart. */
export interface ChainCursor {
  readonly at: string;
  readonly id: string;
}

export function formatChainCursor({ at, id }: ChainCursor): string {
  return `${at}/${id}`;
}

/** Null if the text is no cursor of ours. */
export function parseChainCursor(cursor: string): ChainCursor | null {
  const [, at, id] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\/([\w:-]{1,100})$/.exec(cursor) ?? [];
  return at === undefined || id === undefined ? null : { at, id };
}
