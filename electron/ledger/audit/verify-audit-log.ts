import { z } from 'zod';
import type { AuditVerdict } from '../../../shared/contract/index.ts';
import type { Database } from '../index.ts';
import { verifyHashChain } from './hash-chain.ts';
import { listAuditRowsOfKind, readAuditDigest } from './queries.ts';

/** The evidence of a backup: at that time, the log had this row with this digest. */
export interface AuditSeal {
  readonly backup: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly number: number;
  readonly digest: string;
}

/** The detail of the audit row of a restore: the newest audit row that it restored. */
const restoreDetailSchema = z.looseObject({ auditNumber: z.number().int() });

interface NotedRestore {
  readonly at: string;
  /** The newest row of the restored backup. */
  readonly number: number;
}

/**
 * Verifies the whole log: first the chain itself, then each seal. Seals of rows that a restore
 * removed are not compared: the log records that restore, its time and its person.
 */
export async function verifyAuditLog(
  database: Database,
  seals: readonly AuditSeal[] | null,
  pause: () => Promise<void>,
): Promise<AuditVerdict> {
  const { rowCount, head, firstBreak } = await verifyHashChain(database, pause);
  const restores = listRestores(database);
  const validSeals = [...(seals ?? [])]
    .filter(
      (seal) => !restores.some((restore) => seal.at <= restore.at && seal.number > restore.number),
    )
    .sort((first, second) => first.number - second.number);
  let problem: AuditVerdict['problem'] = firstBreak;
  let sealed: AuditVerdict['sealed'] = null;
  for (const { backup, at, number, digest } of validSeals) {
    const currentDigest = readAuditDigest(database, number);
    if (currentDigest === digest) sealed = { backup, at, number };
    else if (currentDigest !== null) problem ??= { kind: 'replaced', number, backup };
    else if (number > (head?.number ?? 0)) {
      problem ??= { kind: 'cut-off', from: (head?.number ?? 0) + 1, to: number, backup };
    }
  }
  return { rows: rowCount, head, problem, sealed, seals: seals && validSeals.length };
}

function listRestores(database: Database): NotedRestore[] {
  return listAuditRowsOfKind(database, 'ledger-restored').flatMap(({ at, detail }) => {
    const parsed = restoreDetailSchema.safeParse(parseJsonOrNull(detail));
    return parsed.success ? [{ at, number: parsed.data.auditNumber }] : [];
  });
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
