import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Approval,
  approval as approvalSchema,
  type EnvironmentName,
  fail,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import { createAudit } from '../audit/index.ts';
import {
  createInspector,
  inspectBackup,
  type Judged,
  judge,
  ledgerIdentity,
  stageRestore,
} from '../backup/index.ts';
import { type Database, openDatabase, StorageError, storageProblem } from '../ledger/index.ts';
import { type Clock, isoTime, type Log, type NewId } from '../platform/index.ts';
import { type Cashier, createStaff } from '../staff/index.ts';
import { ledgerFile } from './paths.ts';

export interface RestorePorts {
  readonly profileFolder: string;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly checkWorker: URL;
}

/** Opens a ledger that is not in use, and closes it again; null if it cannot be opened. */
export function lookInto<Value>(
  file: string,
  log: Log,
  work: (database: Database) => Value,
): Value | null {
  let database: Database;
  try {
    database = openDatabase(file);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.warn({ err: error, cause: String(error.cause) }, 'the ledger in use cannot be read');
    return null;
  }
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * `--restore FILE`, before any ledger is open: checks the file, compares it with the ledger that it
 * is to replace, and stages it for the opening that follows. Where that ledger holds more, or
 * cannot be read, it takes the PIN of a supervisor (`--insist FILE`): of that ledger, or, where it
 * cannot be read, of the backup.
 */
export async function restoreAtStart(
  ports: RestorePorts,
  asked: {
    readonly file: string;
    /** The environment in use; null on a till that was never set up. */
    readonly environment: EnvironmentName | null;
    readonly insists: Approval | null;
  },
): Promise<Result<null>> {
  const { profileFolder, log } = ports;
  const inspector = createInspector(ports.checkWorker);
  const inspected = await inspectBackup(asked.file, inspector.inspect);
  if (!inspected.ok) return inspected;
  const { identity } = inspected.value;
  if (asked.environment !== null && identity.environment !== asked.environment) {
    return fail({ kind: 'restore', reason: 'other-environment' });
  }
  mkdirSync(profileFolder, { recursive: true });
  const ledger = join(profileFolder, `ledger-${identity.environment}.sqlite`);
  const wanted = { environment: asked.environment };
  let found: Result<Judged>;
  if (existsSync(ledger)) {
    const compared = lookInto(ledger, log, (database) =>
      judge(inspected.value, {
        ...wanted,
        ledger: ledgerIdentity(database)?.id ?? null,
        database,
      }),
    );
    found = compared ?? judge(inspected.value, { ...wanted, ledger: null, database: null });
  } else {
    found = judge(inspected.value, { ...wanted, ledger: null, database: 'none' });
  }
  if (!found.ok) return found;
  const { environment, objection } = found.value;
  let approvedBy: Cashier | null = null;
  if (objection !== null) {
    if (asked.insists === null) return fail({ kind: 'restore', reason: objection });
    const approval = asked.insists;
    const pinsOf = objection === 'cannot-compare' ? asked.file : ledger;
    const approved = await approve(ports, pinsOf, approval, objection === 'cannot-compare');
    if (!approved.ok) return approved;
    approvedBy = approved.value;
  }
  const staged = await stageRestore(found.value, {
    file: asked.file,
    profileFolder,
    ledger: ledgerFile(profileFolder, environment),
    id: ports.newId(),
    at: isoTime(ports.clock.now()),
    askedBy: null,
    approvedBy,
    insists: approvedBy !== null,
    inspect: inspector.inspect,
  });
  return staged.ok ? ok(null) : staged;
}

/**
 * A PIN is tried as at the counter: wrong attempts are counted in the ledger that it belongs to.
 */
async function approve(
  ports: RestorePorts,
  file: string,
  approval: Approval,
  isCopied: boolean,
): Promise<Result<Cashier>> {
  const { clock, newId, log } = ports;
  // A backup is never written to: its PINs are tried on a copy.
  const scratch = join(ports.profileFolder, 'restore-approval.sqlite');
  if (isCopied) copyFileSync(file, scratch);
  try {
    const database = openDatabase(isCopied ? scratch : file);
    try {
      const audit = createAudit({ database, clock });
      const staff = createStaff({
        database,
        clock,
        newId,
        audit,
        log,
        refusesObviousPins: false,
        onSession: () => {},
      });
      return await staff.approve(approval);
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return fail(storageProblem(error));
  } finally {
    if (isCopied) rmSync(scratch, { force: true });
  }
}

/** `--insist FILE`: a supervisor's id and PIN, `{"cashierId": "carmen", "pin": "…"}`. */
export function readInsistence(text: string): Approval | null {
  try {
    const read = approvalSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
