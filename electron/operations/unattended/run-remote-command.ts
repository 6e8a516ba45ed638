import { assertNever } from '../../../shared/contract/index.ts';
import type { TillHost } from '../../main/till/index.ts';
import { applyPatchFile } from './apply-patch-file.ts';
import {
  type CommandOutcome,
  type HeadlessUploadReport,
  toCommandOutcome,
} from './command-outcome.ts';
import { readOpenTill } from './read-till.ts';
import { type RemoteCommand, sendRemoteCommand } from './remote-commands.ts';

/** How long a till that is just starting, or ending, is waited for. */
const OPEN_TILL_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

/** What the till that is open here does when it is asked. */
export async function runRemoteCommand(
  host: TillHost,
  asked: RemoteCommand,
): Promise<CommandOutcome> {
  switch (asked.kind) {
    case 'upload':
      return toCommandOutcome(await runHeadlessUpload(host, asked.tryForMs));
    case 'apply':
      return await applyPatchFile(host, asked);
    case 'status':
    case 'diagnostics':
      return await readOpenTill(host, asked);
    default:
      return assertNever(asked);
  }
}

export async function runHeadlessUpload(
  host: Pick<TillHost, 'till' | 'storageProblem'>,
  tryForMs: number,
): Promise<HeadlessUploadReport> {
  const till = host.till();
  if (till === null) {
    return { kind: 'no-till', problem: host.storageProblem() ?? { kind: 'not-set-up' } };
  }
  // It need not wait for a page.
  till.start();
  return await till.reconciliation.uploadDue(tryForMs);
}

/** For a second copy: the first one holds the profile, and is asked to do it. */
export async function sendRemoteCommandWithRetry(
  profileFolder: string,
  asked: RemoteCommand,
): Promise<CommandOutcome> {
  const giveUpAt = performance.now() + OPEN_TILL_TIMEOUT_MS;
  for (;;) {
    const answer = await sendRemoteCommand(profileFolder, asked);
    if (typeof answer !== 'string') return answer;
    if (answer === 'broke-off') return toCommandOutcome({ kind: 'stopped' });
    if (performance.now() > giveUpAt) return toCommandOutcome({ kind: 'held' });
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
  }
}
