import { z } from 'zod';
import type { Approval, Problem } from '../../../shared/contract/index.ts';
import { EXIT, type ExitCode } from '../../platform/index.ts';
import { getMachineFolder, type MachineFolder } from '../fleet/index.ts';
import type { PatchReport, TillHostPort } from '../till-port/index.ts';
import { type CommandOutcome, formatProblem } from './command-outcome.ts';
import { type PatchFile, readPatchFile } from './patch-file.ts';
import { consumePinFile } from './pin-file.ts';

/** `--apply FILE [--pin PIN-FILE] [--check]`. Paths are absolute. */
export const applyRequestSchema = z.strictObject({
  file: z.string().min(1).max(4_096),
  pin: z.string().min(1).max(4_096).nullable(),
  isCheckOnly: z.boolean(),
});
export type ApplyRequest = z.infer<typeof applyRequestSchema>;

export interface ApplyOutcome extends CommandOutcome {
  /** Why the old settings stay in force; null if they do not, or if only a check was requested. */
  readonly problem: Problem | null;
}

/**
 * The till reads the file itself, because it cannot trust another process about the file's owner.
 */
export async function applyPatchFile(
  host: Pick<TillHostPort, 'applyPatch'>,
  request: ApplyRequest,
  machine: MachineFolder = getMachineFolder(),
): Promise<ApplyOutcome> {
  let approval: Approval | null = null;
  try {
    if (request.pin !== null) approval = await consumePinFile('--pin', request.pin);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      code: EXIT.notAllowed,
      lines: [message],
      problem: { kind: 'not-allowed', needs: 'owner' },
    };
  }
  const patchFile = await readPatchFile(request.file, machine);
  if (!patchFile.ok)
    return toRefusedOutcome(request, {
      kind: 'refused',
      refusalGroup: 'patch',
      problem: patchFile.problem,
    });
  const { patch, folder, isFromMachine } = patchFile.value;
  const { isCheckOnly } = request;
  const report = await host.applyPatch({ patch, folder, approval, isFromMachine, isCheckOnly });
  if (report.kind === 'refused') return toRefusedOutcome(request, report);
  return {
    code: EXIT.done,
    lines: [
      formatApplyResult(report),
      ...(isCheckOnly ? [] : await clearPatchSecrets(request.file, patchFile.value)),
    ],
    problem: null,
  };
}

function toRefusedOutcome(
  { file, isCheckOnly }: ApplyRequest,
  { refusalGroup, problem }: Extract<PatchReport, { kind: 'refused' }>,
): ApplyOutcome {
  const lines = [`--apply ${file}: ${formatProblem(problem)}`];
  if (refusalGroup === 'approval') {
    lines.push(
      'Pass the PIN of an owner of this till with --pin PIN-FILE, a file that contains {"cashierId": "carmen", "pin": "…"}. Only a patch in the machine-wide folder, which administrators write, needs no PIN, unless it changes staff, environment, chain, keys or servers.',
    );
  }
  lines.push('Nothing was changed: the old settings stay in force.');
  return { code: toExitCode(refusalGroup, problem), lines, problem: isCheckOnly ? null : problem };
}

function toExitCode(
  why: Extract<PatchReport, { kind: 'refused' }>['refusalGroup'],
  { kind }: Problem,
): ExitCode {
  if (kind === 'no-key-store' || kind === 'key-store-locked') return EXIT.noKeyStore;
  if (kind === 'not-set-up') return EXIT.notThisTill;
  switch (why) {
    case 'patch':
      return EXIT.refused;
    case 'approval':
      return EXIT.notAllowed;
    case 'proof':
      return EXIT.notProved;
    case 'busy':
      return EXIT.later;
    case 'till':
      return EXIT.held;
  }
}

function formatApplyResult({ kind, changed }: Exclude<PatchReport, { kind: 'refused' }>): string {
  const fields = changed.join(', ');
  switch (kind) {
    case 'applied':
      return `Applied: ${fields}.`;
    case 'fits':
      return changed.length === 0
        ? 'The patch is valid, and would change nothing.'
        : `The patch is valid. It would change: ${fields}. Nothing was saved.`;
    case 'as-before':
      return 'Nothing to change: the till already has these settings.';
  }
}

async function clearPatchSecrets(file: string, patch: PatchFile): Promise<string[]> {
  switch (await patch.clear()) {
    case 'nothing-secret':
      return [];
    case 'cleared':
      return [`The secrets are in the key store now, and were removed from ${file}.`];
    case 'still-there':
      return [`${file} still contains secrets, because it could not be written. Delete it.`];
  }
}
