import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import type { AuditNote, AuditPerson } from '../../../ledger/audit/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { PreparedChange } from '../../../settings/index.ts';
import type { OpenTill } from '../open-till.ts';
import { toSettingsNote } from './settings-digests.ts';

/** A payment may take as long as its deadline; nobody waits at a screen for that long. */
const SENDING_TIMEOUT_MS = 30_000;

/** A payment being sent keeps the client that it was sent with, so wait for it, within limits. */
export async function waitUntilNoneSending(till: OpenTill, clock: Clock): Promise<void> {
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(SENDING_TIMEOUT_MS, resolve);
  await Promise.race([till.payments.answered(), enough]);
  cancel();
}

/** Keeps both or neither: the note in the ledger, and the settings in their file. */
export function saveWithAuditNote(
  till: OpenTill,
  prepared: Pick<PreparedChange, 'keep' | 'note' | 'settings'>,
  act: { readonly by: AuditPerson | null; readonly approvedBy: AuditPerson | null },
  log: Log,
  /** What else is noted in the same commit. */
  besides: readonly AuditNote[] = [],
): Result<null> {
  const detail = { ...prepared.note };
  let refused: Problem | null = null;
  let undo: (() => Result<null>) | null = null;
  try {
    till.commit(() => {
      till.audit.noteInCommit({ kind: 'settings-changed', ...act, detail });
      till.audit.noteInCommit(toSettingsNote(prepared.settings));
      for (const note of besides) till.audit.noteInCommit(note);
      const kept = prepared.keep();
      if (!kept.ok) {
        refused = kept.problem;
        throw new Error('the settings were not kept');
      }
      undo = kept.value.undo;
    });
    return ok(null);
  } catch (error) {
    if (refused !== null) return fail(refused);
    // The file was written, but the ledger did not take the note.
    revertSettings(undo, log);
    throw error;
  }
}

function revertSettings(undo: (() => Result<null>) | null, log: Log): void {
  const undone = undo?.();
  if (undone?.ok === false)
    log.error({ problem: undone.problem }, 'settings: reverting change failed');
}
