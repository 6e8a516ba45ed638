import { statSync } from 'node:fs';
import type { Problem, Result } from '../../../shared/contract/index.ts';
import {
  formatStatusReport,
  type StatusReport,
  toStatusExitCode,
} from '../../back-office/monitoring/index.ts';
import { assertProfileFilesAreRegular, EXIT_CODES } from '../../platform/index.ts';
import type { TillHostPort } from '../till-port/index.ts';
import { createClosedTillReader } from './closed-till.ts';
import {
  type CommandOutcome,
  formatProblemLine,
  toUploadCommandOutcome,
} from './command-outcome.ts';
import { type RemoteCommand, sendRemoteCommand } from './remote-commands.ts';

/**
 * `--status [--json]` and `--diagnostics FILE`: these change nothing, and the counter does not
 * wait.
 */
type ReadOnlyRemoteCommand = Extract<RemoteCommand, { kind: 'status' | 'diagnostics' }>;

/** Runs the command in an open till. */
export async function runReadOnlyCommandInOpenTill(
  host: Pick<TillHostPort, 'till' | 'storageProblem'>,
  command: ReadOnlyRemoteCommand,
): Promise<CommandOutcome> {
  const till = host.till();
  if (till === null) {
    return toUploadCommandOutcome({
      kind: 'no-till',
      problem: host.storageProblem() ?? { kind: 'not-set-up' },
    });
  }
  if (command.kind === 'status') return toStatusOutcome(till.getStatusReport(), command.isJson);
  return toWriteOutcome(await till.diagnostics.writeSupportBundle(command.file));
}

/**
 * For a separate process: sends the command to the open till, or reads the files of a closed one.
 */
export async function runReadOnlyTillCommand(
  profileFolder: string,
  command: ReadOnlyRemoteCommand,
  version: string,
): Promise<CommandOutcome> {
  const answer = isPresent(profileFolder)
    ? await sendRemoteCommand(profileFolder, command)
    : 'nobody';
  if (typeof answer !== 'string') return answer;
  assertProfileFilesAreRegular(profileFolder);
  const closed = createClosedTillReader(profileFolder, version);
  if (command.kind === 'status') return toStatusOutcome(closed.readStatusReport(), command.isJson);
  return toWriteOutcome(await closed.writeSupportBundle(command.file));
}

function isPresent(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined;
}

function toStatusOutcome(report: StatusReport, isJson: boolean): CommandOutcome {
  return {
    code: toStatusExitCode(report),
    lines: isJson ? [JSON.stringify(report)] : formatStatusReport(report),
  };
}

function toWriteOutcome(written: Result<{ readonly file: string }>): CommandOutcome {
  if (written.ok) return { code: EXIT_CODES.done, lines: [written.value.file] };
  return { code: toProblemExitCode(written.problem), lines: [formatProblemLine(written.problem)] };
}

function toProblemExitCode(problem: Problem): CommandOutcome['code'] {
  if (problem.kind === 'not-set-up') return EXIT_CODES.notThisTill;
  const isLedger = problem.kind === 'storage' && /\.sqlite$|^settings/.test(problem.file);
  return isLedger ? EXIT_CODES.held : EXIT_CODES.failed;
}
