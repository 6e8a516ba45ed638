import { closeSync, copyFileSync, constants as fileConstants, openSync, readSync } from 'node:fs';
import { computeRecoveryProof, deriveTillKeyPair } from '../../settings/keys/age/index.ts';
import { isEqualInConstantTime, toDataKey } from '../../settings/keys/index.ts';
import { type CarriedKeys, packArchive, type UnpackProblem, unpackArchive } from './archive.ts';
import {
  type InspectionProblem,
  type InspectionResult,
  inspectLedger,
  type LedgerInspection,
} from './inspect-ledger.ts';

/** What the thread of backups does; each is slow, and told of in full by what it is given. */
export type BackupTask =
  | { readonly kind: 'inspect'; readonly file: string }
  | ({ readonly kind: 'pack' } & PackTask)
  | ({ readonly kind: 'open' } & OpenTask);

export interface PackTask {
  /** The plain copy of the ledger, which was inspected. */
  readonly ledger: string;
  readonly inspected: Pick<LedgerInspection, 'bytes' | 'sha256'>;
  /** A file that is not there yet. */
  readonly to: string;
  readonly carried: CarriedKeys;
  readonly settings: string;
}

/** The backup as it was written and synced, and then read back: `copy-damaged` if that differs. */
export type PackResult =
  | { readonly packed: { readonly bytes: number; readonly sha256: string } }
  | { readonly trouble: 'copy-damaged'; readonly said: string }
  | { readonly failed: { readonly code: string; readonly said: string } };

export interface OpenTask {
  readonly file: string;
  /** Where the plain ledger goes: a file that is not there yet, and that the caller removes. */
  readonly to: string;
  /** The till's own data key in Base64; null if it is not open. */
  readonly dataKey: string | null;
  /** The recovery key that was typed; null if none was. */
  readonly recoveryKey: string | null;
}

export type OpenResult =
  | {
      readonly opened: {
        readonly bytes: number;
        readonly sha256: string;
        readonly found: LedgerInspection;
        /** Null of a plain ledger file, which is none of our backups. */
        readonly contents: {
          readonly carried: CarriedKeys;
          readonly settings: string;
          /** The recovery key that was typed says that the data key in it is the shop's. */
          readonly isVouched: boolean;
        } | null;
      };
    }
  | { readonly trouble: InspectionProblem | UnpackProblem; readonly said: string };

export async function runBackupTask(
  task: BackupTask,
): Promise<InspectionResult | PackResult | OpenResult> {
  switch (task.kind) {
    case 'inspect':
      return await inspectLedger(task.file);
    case 'pack':
      return await packAndVerify(task);
    case 'open':
      return await openBackupFile(task);
  }
}

export async function packAndVerify(task: PackTask): Promise<PackResult> {
  const { carried, inspected } = task;
  try {
    const own = await deriveTillKeyPair(toDataKey(Buffer.from(carried.dataKey, 'base64')));
    const recovery = carried.recovery?.recipient;
    const packed = await packArchive({
      ledger: task.ledger,
      ledgerBytes: inspected.bytes,
      to: task.to,
      recipients: recovery === undefined ? [own.recipient] : [own.recipient, recovery],
      carried,
      settings: task.settings,
    });
    const back = await unpackArchive({ file: task.to, to: null, identities: [own.identity] });
    if ('trouble' in back) return { trouble: 'copy-damaged', said: back.said };
    const { sha256, ledgerSha256 } = back.unpacked;
    return sha256 === packed.sha256 && ledgerSha256 === inspected.sha256
      ? { packed }
      : { trouble: 'copy-damaged', said: 'what was read back is something else' };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { failed: { code, said } };
  }
}

/** Decrypts a backup and inspects the ledger in it; a plain ledger file is copied and inspected. */
export async function openBackupFile(task: OpenTask): Promise<OpenResult> {
  if (isPlainLedger(task.file)) {
    copyFileSync(task.file, task.to, fileConstants.COPYFILE_EXCL);
    const inspected = await inspectLedger(task.to);
    if ('trouble' in inspected) return inspected;
    const { bytes, sha256 } = inspected.found;
    return { opened: { bytes, sha256, found: inspected.found, contents: null } };
  }
  const own = task.dataKey === null ? null : toDataKey(Buffer.from(task.dataKey, 'base64'));
  const identities = [
    ...(own === null ? [] : [(await deriveTillKeyPair(own)).identity]),
    ...(task.recoveryKey === null ? [] : [task.recoveryKey]),
  ];
  const back = await unpackArchive({ file: task.file, to: task.to, identities });
  if ('trouble' in back) return back;
  const { bytes, sha256, carried, settings } = back.unpacked;
  const inspected = await inspectLedger(task.to);
  if ('trouble' in inspected) return inspected;
  const isVouched = task.recoveryKey !== null && isVouchedFor(carried, task.recoveryKey);
  const contents = { carried, settings, isVouched };
  return { opened: { bytes, sha256, found: inspected.found, contents } };
}

function isVouchedFor({ dataKey, recovery }: CarriedKeys, recoveryKey: string): boolean {
  if (recovery === null) return false;
  const key = toDataKey(Buffer.from(dataKey, 'base64'));
  return isEqualInConstantTime(computeRecoveryProof(key, recoveryKey), recovery.vouched);
}

function isPlainLedger(file: string): boolean {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    // Said by whoever reads it next.
    return false;
  }
  try {
    const head = Buffer.alloc(16);
    readSync(handle, head);
    return head.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(handle);
  }
}
