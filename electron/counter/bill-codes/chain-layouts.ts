import type { z } from 'zod';
import { billLayoutSchema, billPatternSchema } from '../../../shared/contract/index.ts';
import { createRowReader, type Database } from '../../ledger/index.ts';
import type { Log } from '../../platform/index.ts';
import type { BillLayoutSettings, BillPatternSettings } from './collectors.ts';

/** What the chain's database has; the content is not trusted. */
export interface ChainBillLayouts {
  readonly revision: string;
  readonly layouts: unknown;
  readonly patterns: unknown;
}

/** The layouts of the chain that this till can use. */
interface ValidChainLayouts {
  readonly revision: string | null;
  readonly layouts: BillLayoutSettings;
  readonly patterns: BillPatternSettings;
  /** How many this version cannot use: it has other fields, or contradicts a shipped layout. */
  readonly invalidCount: number;
}

const NO_LAYOUTS: ValidChainLayouts = {
  revision: null,
  layouts: [],
  patterns: [],
  invalidCount: 0,
};

export interface ChainLayoutStore {
  /** The revision that the till has; null without any. Throws `StorageError`. */
  getRevision(): string | null;
  /** What counts now: nothing once the till has left the chain. Throws `StorageError`. */
  get(): Pick<ValidChainLayouts, 'layouts' | 'patterns'>;
  /** Replaces what the chain had before. Throws `StorageError`. */
  save(chainLayouts: ChainBillLayouts): void;
}

/** Keeps in the ledger what the chain knows, for the time in which its database is unreachable. */
export function createChainLayoutStore(ports: {
  readonly database: Database;
  readonly log: Log;
  readonly isInChain: () => boolean;
}): ChainLayoutStore {
  const { database, log } = ports;
  let stored: ValidChainLayouts | null = null;
  const read = (): ValidChainLayouts => {
    stored ??= readChainLayouts(database);
    return stored;
  };
  return {
    getRevision: () => read().revision,
    get: () => (ports.isInChain() ? read() : NO_LAYOUTS),
    save: (chainLayouts) => {
      database.commit(() => writeChainLayouts(database, chainLayouts));
      stored = validateChainLayouts(chainLayouts);
      const { layouts, patterns, invalidCount } = stored;
      log.info(
        { layouts: layouts.length, patterns: patterns.length, invalid: invalidCount },
        'bill-codes: layouts of chain stored',
      );
    },
  };
}

function readChainLayouts(database: Database): ValidChainLayouts {
  const row = database.prepare('SELECT * FROM chain_bill_layouts').get();
  if (row === undefined) return NO_LAYOUTS;
  const reader = createRowReader(row);
  return validateChainLayouts({
    revision: reader.text('revision'),
    layouts: JSON.parse(reader.text('layouts')),
    patterns: JSON.parse(reader.text('patterns')),
  });
}

function writeChainLayouts(database: Database, chainLayouts: ChainBillLayouts): void {
  const { revision, layouts, patterns } = chainLayouts;
  database
    .prepare(
      `INSERT INTO chain_bill_layouts (only, revision, layouts, patterns) VALUES (1, ?, ?, ?)
       ON CONFLICT (only) DO UPDATE SET revision = excluded.revision,
         layouts = excluded.layouts, patterns = excluded.patterns`,
    )
    .run(revision, JSON.stringify(layouts), JSON.stringify(patterns));
}

/** Leaves out each layout that is invalid, and uses the others. */
function validateChainLayouts(chainLayouts: ChainBillLayouts): ValidChainLayouts {
  const layouts = keepValid(chainLayouts.layouts, billLayoutSchema);
  const patterns = keepValid(chainLayouts.patterns, billPatternSchema);
  return {
    revision: chainLayouts.revision,
    layouts: layouts.valid,
    patterns: patterns.valid,
    invalidCount: layouts.invalidCount + patterns.invalidCount,
  };
}

function keepValid<Schema extends z.ZodType>(
  list: unknown,
  schema: Schema,
): { readonly valid: z.infer<Schema>[]; readonly invalidCount: number } {
  const parsed = (Array.isArray(list) ? list : [list]).map((value) => schema.safeParse(value));
  const valid = parsed.flatMap((result) => (result.success ? [result.data] : []));
  return { valid, invalidCount: parsed.length - valid.length };
}
