import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import type { AuditNote, AuditPerson } from '../../../ledger/audit/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { PreparedPatch } from '../../../settings/index.ts';
import type { Till } from '../create-till.ts';
import { toSettingsDigestAuditNote } from './settings-digests.ts';

/** Shorter than a payment's deadline, because a person waits at the screen. */
const SENDING_TIMEOUT_MS = 30_000;

/**
 * Waits, for a limited time, until no payment is being sent: a payment keeps the client that sent
 * it.
 */
export async function waitUntilNoPaymentIsSending(till: Till, clock: Clock): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(SENDING_TIMEOUT_MS, resolve);
  await Promise.race([till.payments.waitForAnswers(), timeout]);
  cancel();
}

/** Saves both or neither: the note in the ledger, and the settings in their file. */
export function saveWithAuditNote(
  till: Till,
  prepared: Pick<PreparedPatch, 'save' | 'note' | 'settings'>,
  actor: { readonly by: AuditPerson | null; readonly approvedBy: AuditPerson | null },
  log: Log,
  /** Other notes for the same commit. */
  otherNotes: readonly AuditNote[] = [],
): Result<null> {
  const detail = { ...prepared.note };
  let saveProblem: Problem | null = null;
  let revert: (() => Result<null>) | null = null;
  try {
    till.commit(() => {
      till.audit.recordInTransaction({ kind: 'settings-changed', ...actor, detail });
      till.audit.recordInTransaction(toSettingsDigestAuditNote(prepared.settings));
      for (const note of otherNotes) till.audit.recordInTransaction(note);
      const saved = prepared.save();
      if (!saved.ok) {
        saveProblem = saved.problem;
        throw new Error('the settings were not kept');
      }
      revert = saved.value.undo;
    });
    return ok(null);
  } catch (error) {
    if (saveProblem !== null) return fail(saveProblem);
    // The file was written, but the ledger commit failed.
    revertSettings(revert, log);
    throw error;
  }
}

function revertSettings(revert: (() => Result<null>) | null, log: Log): void {
  const reverted = revert?.();
  if (reverted?.ok === false)
    log.error({ problem: reverted.problem }, 'settings: reverting change failed');
}
