import { setTimeout as wait } from 'node:timers/promises';
import { assertProfileFilesAreRegular, EXIT_CODES } from '../../platform/index.ts';
import {
  type CommandOutcome,
  createClosedTillReader,
  type RemoteCommand,
  sendRemoteCommand,
  toUploadCommandOutcome,
} from '../headless/index.ts';

/** How long to wait for a till that is starting. */
const OPEN_TILL_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

/**
 * Only the till can open its keys. A till that holds its ledger and does not answer yet is
 * starting.
 */
export async function runInOpenTill(
  profile: string,
  command: Extract<RemoteCommand, { kind: 'apply' | 'upload' | 'leave-chain' }>,
  version: string,
): Promise<CommandOutcome> {
  const deadline = performance.now() + OPEN_TILL_TIMEOUT_MS;
  for (;;) {
    const answer = await sendRemoteCommand(profile, command);
    if (typeof answer !== 'string') return answer;
    if (answer === 'broke-off') return toUploadCommandOutcome({ kind: 'stopped' });
    assertProfileFilesAreRegular(profile);
    const { till, lights } = createClosedTillReader(profile, version).readStatusReport();
    if (till === null)
      return toUploadCommandOutcome({ kind: 'no-till', problem: { kind: 'not-set-up' } });
    if (!lights.some(({ code }) => code === 'in-use')) return toTillClosedOutcome(command.kind);
    if (performance.now() > deadline) return toUploadCommandOutcome({ kind: 'held' });
    await wait(POLL_INTERVAL_MS);
  }
}

function toTillClosedOutcome(kind: RemoteCommand['kind']): CommandOutcome {
  const hint =
    kind === 'upload' ? 'An open till also uploads by itself what is due.' : 'Nothing was changed.';
  return {
    code: EXIT_CODES.closed,
    lines: [
      `The till is closed, and only an open till can use its keys. Open Mostrador, and run this again. ${hint}`,
    ],
  };
}
