import { tmpdir } from 'node:os';
import { z } from 'zod';
import type { Approval, Problem } from '../../../shared/contract/index.ts';
import { EXIT_CODES, type ExitCode } from '../../platform/index.ts';
import type { TillHostPort } from '../till-port/index.ts';
import { toPatchExitCode } from './apply-patch-file.ts';
import { type CommandOutcome, formatChainLoginLine, formatProblemLine } from './command-outcome.ts';
import { consumePinFile } from './pin-file.ts';

/** `chain leave --pin PIN-FILE`. The path is absolute. */
export const leaveChainRequestSchema = z.strictObject({ pin: z.string().min(1).max(4_096) });

/** Takes the open till out of its chain, under the same conditions as its settings screen. */
export async function leaveChain(
  host: Pick<TillHostPort, 'applyPatch'>,
  request: z.infer<typeof leaveChainRequestSchema>,
): Promise<CommandOutcome> {
  let approval: Approval;
  try {
    approval = await consumePinFile('--pin', request.pin);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: EXIT_CODES.notAllowed, lines: [message] };
  }
  const report = await host.applyPatch({
    patch: { chain: null },
    folder: tmpdir(),
    approval,
    isInMachineFolder: false,
    isCheckOnly: false,
  });
  switch (report.kind) {
    case 'refused':
      return toRefusedOutcome(toPatchExitCode(report.refusalGroup, report.problem), report.problem);
    case 'as-before':
    case 'fits':
      return { code: EXIT_CODES.done, lines: ['This till belongs to no chain.'] };
    case 'applied':
      return {
        code: EXIT_CODES.done,
        lines: [
          'This till has left its chain. What it sells today from now on is in no daily file: an owner finds it among the differences of the day (F7, Chain, on a till of the chain), and has to hand it in.',
          formatChainLoginLine(report.isChainLoginRetired === true),
        ],
      };
  }
}

function toRefusedOutcome(code: ExitCode, problem: Problem): CommandOutcome {
  return {
    code,
    lines: [
      formatProblemLine(problem),
      'This till is still in its chain. The PIN file was deleted: write it again before you run this again.',
    ],
  };
}
