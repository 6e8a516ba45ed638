import { z } from 'zod';
import type { Approval, Problem } from '../../../shared/contract/index.ts';
import { EXIT_CODES, type ExitCode } from '../../platform/index.ts';
import { getMachineFolder, type MachineFolder } from '../fleet/index.ts';
import type { PatchReport, TillHostPort } from '../till-port/index.ts';
import { type CommandOutcome, formatChainLoginLine, formatProblemLine } from './command-outcome.ts';
import { type PatchFile, readPatchFile } from './patch-file.ts';
import { consumePinFile } from './pin-file.ts';

/** `--apply FILE [--pin PIN-FILE] [--check]`. Paths are absolute. */
export const applyPatchRequestSchema = z.strictObject({
  file: z.string().min(1).max(4_096),
  pin: z.string().min(1).max(4_096).nullable(),
  isCheckOnly: z.boolean(),
});
export type ApplyPatchRequest = z.infer<typeof applyPatchRequestSchema>;

export interface ApplyPatchOutcome extends CommandOutcome {
  /** Why the old settings stay in force; null if they do not, or if only a check was requested. */
  readonly problem: Problem | null;
}

/**
 * The till reads the file itself, because it cannot trust another process about the file's owner.
 */
export async function applyPatchFile(
  host: Pick<TillHostPort, 'applyPatch'>,
  request: ApplyPatchRequest,
  machine: MachineFolder = getMachineFolder(),
): Promise<ApplyPatchOutcome> {
  let approval: Approval | null = null;
  try {
    if (request.pin !== null) approval = await consumePinFile('--pin', request.pin);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      code: EXIT_CODES.notAllowed,
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
  const { patch, folder, isInMachineFolder } = patchFile.value;
  const { isCheckOnly } = request;
  const report = await host.applyPatch({ patch, folder, approval, isInMachineFolder, isCheckOnly });
  if (report.kind === 'refused') return toRefusedOutcome(request, report);
  return {
    code: EXIT_CODES.done,
    lines: [
      formatApplyResult(report),
      ...(report.isChainLoginRetired === undefined
        ? []
        : [formatChainLoginLine(report.isChainLoginRetired)]),
      ...(isCheckOnly ? [] : await clearPatchSecrets(request.file, patchFile.value)),
    ],
    problem: null,
  };
}

function toRefusedOutcome(
  { file, isCheckOnly }: ApplyPatchRequest,
  { refusalGroup, problem }: Extract<PatchReport, { kind: 'refused' }>,
): ApplyPatchOutcome {
  const lines = [`--apply ${file}: ${formatProblemLine(problem)}`];
  if (refusalGroup === 'approval') {
    lines.push(
      'Pass the PIN of an owner of this till with --pin PIN-FILE, a file that contains {"cashierId": "carmen", "pin": "…"}. Only a patch in the machine-wide folder, which administrators write, needs no PIN, unless it changes staff, environment, chain, keys or servers.',
    );
  }
  lines.push('Nothing was changed: the old settings stay in force.');
  return {
    code: toPatchExitCode(refusalGroup, problem),
    lines,
    problem: isCheckOnly ? null : problem,
  };
}

/** The exit code of a refused patch. */
export function toPatchExitCode(
  why: Extract<PatchReport, { kind: 'refused' }>['refusalGroup'],
  { kind }: Problem,
): ExitCode {
  if (kind === 'no-key-store' || kind === 'key-store-locked') return EXIT_CODES.noKeyStore;
  if (kind === 'not-set-up') return EXIT_CODES.notThisTill;
  // The till replaced a password meanwhile, for example.
  if (kind === 'stale-settings') return EXIT_CODES.later;
  switch (why) {
    case 'patch':
      return EXIT_CODES.refused;
    case 'approval':
      return EXIT_CODES.notAllowed;
    case 'proof':
      return EXIT_CODES.notProved;
    case 'busy':
      return EXIT_CODES.later;
    case 'till':
      return EXIT_CODES.held;
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
  switch (await patch.clearSecrets()) {
    case 'nothing-secret':
      return [];
    case 'cleared':
      return [`The secrets are in the key store now, and were removed from ${file}.`];
    case 'still-there':
      return [`${file} still contains secrets, because it could not be written. Delete it.`];
  }
}
