import { z } from 'zod';
import type { AuditVerdict } from '../../../shared/contract/index.ts';
import type { Database } from '../index.ts';
import { verifyHashChain } from './hash-chain.ts';
import { listAuditRowsOfKind, readAuditDigest } from './queries.ts';

/** What a backup vouches for: at that time, the log held this row with this digest. */
export interface AuditSeal {
  readonly backup: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly number: number;
  readonly digest: string;
}

/** What the note of a restore says of the log that it restored. */
const restoreDetailSchema = z.looseObject({ auditNumber: z.number().int() });

interface NotedRestore {
  readonly at: string;
  /** The newest row of the backup that took the ledger's place. */
  readonly number: number;
}

/**
 * Verifies the whole log: first the chain itself, then each seal. Seals of rows that a restore left
 * behind are not compared: the log records that restore, by whom and when.
 */
export async function verifyAuditLog(
  database: Database,
  seals: readonly AuditSeal[] | null,
  pause: () => Promise<void>,
): Promise<AuditVerdict> {
  const { rowCount, head, firstBreak } = await verifyHashChain(database, pause);
  const restores = listRestores(database);
  const binding = [...(seals ?? [])]
    .filter((seal) => !restores.some((one) => seal.at <= one.at && seal.number > one.number))
    .sort((one, other) => one.number - other.number);
  let found: AuditVerdict['trouble'] = firstBreak;
  let sealed: AuditVerdict['sealed'] = null;
  for (const { backup, at, number, digest } of binding) {
    const now = readAuditDigest(database, number);
    if (now === digest) sealed = { backup, at, number };
    else if (now !== null) found ??= { kind: 'replaced', number, backup };
    else if (number > (head?.number ?? 0)) {
      found ??= { kind: 'cut-off', from: (head?.number ?? 0) + 1, to: number, backup };
    }
  }
  return { rows: rowCount, head, trouble: found, sealed, seals: seals && binding.length };
}

function listRestores(database: Database): NotedRestore[] {
  return listAuditRowsOfKind(database, 'ledger-restored').flatMap(({ at, detail }) => {
    const read = restoreDetailSchema.safeParse(parseJsonOrNull(detail));
    return read.success ? [{ at, number: read.data.auditNumber }] : [];
  });
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
