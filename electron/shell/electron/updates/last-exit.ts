import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateGateFacts } from '../../../back-office/monitoring/index.ts';
import {
  type Clock,
  deleteLinkInPlaceOfOwnFile,
  flushFolderToDiskSync,
  type Log,
  toIsoTime,
} from '../../../platform/index.ts';

/**
 * How the till ended last: the file `last-exit` in the profile. An installer reads it before it
 * replaces the program, with only a shell or NSIS, so it is text and its first line is one word. A
 * missing file and `clean` do not block the installer; any other content does, also an empty file.
 *
 * It is written in place and synced, with `running` before anything of the till is opened: whatever
 * stops the till (a crash, a power cut, a full disk during this write) leaves a file that is not
 * `clean`. The next start logs its version and time, and the signal that the parent process adds to it
 * where there is one (`build/launcher/run.mjs`); Electron's dump contains the signal itself.
 */
export type LastExitState =
  | 'clean'
  /** The till is open, or it did not quit normally. */
  | 'running'
  | 'unresolved'
  /** Only if shifts are opened by hand: shifts that open automatically need not be closed. */
  | 'open-shift';

export const LAST_EXIT_FILE = 'last-exit';

export function writeLastExit(
  profileFolder: string,
  exit: { readonly state: LastExitState; readonly version: string; readonly at: string },
): void {
  const file = join(profileFolder, LAST_EXIT_FILE);
  deleteLinkInPlaceOfOwnFile(file);
  const isNew = !existsSync(file);
  const handle = openSync(file, 'w', 0o600);
  try {
    writeSync(handle, `${exit.state}\nversion ${exit.version}\nat ${exit.at}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (isNew) flushFolderToDiskSync(profileFolder);
}

/** The state as an installer reads it; null without a file. */
export function readLastExit(profileFolder: string): LastExitState | null {
  try {
    const word = readFileSync(join(profileFolder, LAST_EXIT_FILE), 'utf8').split('\n', 1)[0];
    return word === 'clean' || word === 'unresolved' || word === 'open-shift' ? word : 'running';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return 'running';
  }
}

/** What else the file says: which version was started when, and which signal ended it. */
function readExitDetails(profileFolder: string): object {
  try {
    const text = readFileSync(join(profileFolder, LAST_EXIT_FILE), 'utf8');
    const readLine = (name: string): string | null =>
      new RegExp(`^${name} (.{1,40})$`, 'm').exec(text)?.[1] ?? null;
    return { version: readLine('version'), startedAt: readLine('at'), signal: readLine('signal') };
  } catch (error) {
    return { err: error };
  }
}

/** The exit state from the files of the closed till; `before` is the state at the start. */
export function toLastExitState(
  gate: UpdateGateFacts | null,
  previousState: LastExitState | null,
): LastExitState {
  if (gate === null) return 'clean';
  const { ledger, shifts, isLedgerOfNewerProgram: isOfNewerProgram } = gate;
  if (ledger === null) return isOfNewerProgram ? 'clean' : (previousState ?? 'running');
  if (ledger.unresolved > 0) return 'unresolved';
  return ledger.openShifts > 0 && shifts === 'required' ? 'open-shift' : 'clean';
}

/** Writes `running` now; call the returned function once the till has closed its files. */
export function startExitTracking(ports: {
  readonly profileFolder: string;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Reads the files of the closed till. */
  readonly readUpdateGate: () => UpdateGateFacts | null;
}): () => void {
  const { profileFolder, version, clock, log } = ports;
  const writeState = (state: LastExitState): void => {
    try {
      writeLastExit(profileFolder, { state, version, at: toIsoTime(clock.now()) });
    } catch (error) {
      log.warn({ err: error, state }, 'last-exit: writing state failed');
    }
  };
  const previousState = readLastExit(profileFolder);
  if (previousState === 'running') {
    log.warn(
      readExitDetails(profileFolder),
      'last-exit: previous run crashed, was killed, or lost power',
    );
  }
  writeState('running');
  return () => writeState(toLastExitState(ports.readUpdateGate(), previousState));
}
