import { assertNever } from '../../../shared/contract/index.ts';
import type { TillHostPort } from '../till-port/index.ts';
import { applyPatchFile } from './apply-patch-file.ts';
import {
  type CommandOutcome,
  type HeadlessUploadReport,
  toUploadCommandOutcome,
} from './command-outcome.ts';
import { leaveChain } from './leave-chain.ts';
import { type RemoteCommand, sendRemoteCommand } from './remote-commands.ts';
import { runReadOnlyCommandInOpenTill } from './run-read-only-command.ts';

/** How long to wait for a till that is starting or closing. */
const OPEN_TILL_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

/** Runs a remote command in the open till. */
export async function runRemoteCommand(
  host: TillHostPort,
  command: RemoteCommand,
): Promise<CommandOutcome> {
  switch (command.kind) {
    case 'upload':
      return toUploadCommandOutcome(await runHeadlessUpload(host, command.tryForMs));
    case 'apply':
      return await applyPatchFile(host, command);
    case 'leave-chain':
      return await leaveChain(host, command);
    case 'status':
    case 'diagnostics':
      return await runReadOnlyCommandInOpenTill(host, command);
    default:
      return assertNever(command);
  }
}

export async function runHeadlessUpload(
  host: Pick<TillHostPort, 'till' | 'storageProblem'>,
  tryForMs: number,
): Promise<HeadlessUploadReport> {
  const till = host.till();
  if (till === null) {
    return { kind: 'no-till', problem: host.storageProblem() ?? { kind: 'not-set-up' } };
  }
  // Starts the till without waiting for a page.
  till.start();
  return await till.reconciliation.uploadDue(tryForMs);
}

/** For a second process: the first one holds the profile, and gets the command. */
export async function sendRemoteCommandWithRetry(
  profileFolder: string,
  command: RemoteCommand,
): Promise<CommandOutcome> {
  const deadline = performance.now() + OPEN_TILL_TIMEOUT_MS;
  for (;;) {
    const answer = await sendRemoteCommand(profileFolder, command);
    if (typeof answer !== 'string') return answer;
    if (answer === 'broke-off') return toUploadCommandOutcome({ kind: 'stopped' });
    if (performance.now() > deadline) return toUploadCommandOutcome({ kind: 'held' });
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
