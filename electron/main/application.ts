import { getPinCost } from '../counter/staff/index.ts';
import { createFleet, getMachineFolder } from '../operations/fleet/index.ts';
import {
  applyPatchFile,
  type CommandOutcome,
  type RemoteCommand,
  readTill,
  runRemoteCommand,
  sendRemoteCommand,
  sendRemoteCommandWithRetry,
  startRemoteCommandServer,
} from '../operations/unattended/index.ts';
import { type Log, newUuid, restrictFilesToOwner, systemClock } from '../platform/index.ts';
import type { CommandLineOptions, ReadOnlyCommand } from '../settings/command-line/index.ts';
import { createSettings, resolveFirstLanguage } from '../settings/index.ts';
import { openSettingsStore } from '../settings/store/index.ts';
import type { Shell, ShellEvent } from '../shell/electron/index.ts';
import { startExitTracking } from '../shell/electron/updates/index.ts';
import { createHandlers } from './ipc/handlers/index.ts';
import { type CallListener, createCallListener, createEmitter } from './ipc/index.ts';
import {
  applyFleetSetup,
  applyRequestedProvisioning,
  applyRequestedRestore,
  assertOwnTill,
  readRequestedApproval,
  refreshLeftoverFileNotice,
  toProfileInUseOutcome,
} from './startup-request.ts';
import { createClosedTill, createTillHost, type TillHost } from './till/index.ts';
import { createTillUpdates } from './till-updates.ts';

/** What is in the profile is looked through once nobody waits for the sign-in any more. */
const RESTRICT_FILES_DELAY_MS = 2_000;

const checkWorker = new URL('./check-worker.js', import.meta.url);
const paperWorker = new URL('./paper-worker.js', import.meta.url);

/** Another copy holds the profile: it is asked to do it. Returns the exit code. */
export async function forwardToRunningTill(
  profileFolder: string,
  asked: CommandLineOptions,
): Promise<number> {
  return await writeOutcome(
    asked.command === null
      ? toProfileInUseOutcome(asked)
      : await sendRemoteCommandWithRetry(profileFolder, asked.command),
    null,
  );
}

/** Of a till that is open, or of the files of one that is closed. Returns the exit code. */
export async function runReadOnlyCommand(
  profileFolder: string,
  asked: ReadOnlyCommand,
  version: string,
): Promise<number> {
  return await writeOutcome(await readTill(profileFolder, asked, version), null);
}

/**
 * Opens the till and returns what answers the page's calls; null if there is to be no window, because
 * the till was started to upload.
 */
export async function openApplication(
  shell: Shell,
  flushLog: () => void,
): Promise<CallListener<ShellEvent> | null> {
  const { log } = shell;
  const clock = systemClock;
  const emit = createEmitter({ send: shell.send, log });
  const settings = createSettings({
    store: openSettingsStore(shell.profileFolder),
    vault: shell.vault,
    log,
  });
  const host = createTillHost({
    profileFolder: shell.profileFolder,
    settings,
    vault: shell.vault,
    pinCost: getPinCost,
    clock,
    newId: newUuid,
    log,
    emit,
    trainingWorker: new URL('./training-worker.js', import.meta.url),
    checkWorker,
    paperWorker,
    applicationVersion: shell.applicationVersion,
    keepAwake: shell.keepAwake,
    fullScreen: shell.setFullScreen,
    outlets: shell.outlets,
    toggleFullScreen: shell.toggleFullScreen,
    customerWindow: shell.customerWindow,
    idleSeconds: shell.idleSeconds,
    updateNews: () => updates.getNews(),
  });
  const closedGate = () =>
    createClosedTill(shell.profileFolder, shell.applicationVersion).readUpdateGate();
  const updates = createTillUpdates({ shell, host, clock, emit, closedGate });
  const handlers = createHandlers({
    host,
    updates,
    settings,
    clock,
    log,
    applicationVersion: shell.applicationVersion,
    firstLanguage: resolveFirstLanguage(shell.systemLanguages()),
  });
  shell.onSleep(() => host.till()?.staff.lock('sleep'));
  shell.onWake(() => host.till()?.wake());
  const markExit = startExitTracking({
    ...shell,
    version: shell.applicationVersion,
    clock,
    look: closedGate,
  });
  shell.onQuit(async () => {
    await host.close();
    markExit();
    flushLog();
  });

  const { command, endsAfter } = shell.commandLine;
  if (command !== null) {
    // A till of the other shell has a lock of its own: it is asked before anything is opened.
    const answer = await sendRemoteCommand(shell.profileFolder, command);
    if (typeof answer !== 'string') return await exitWithOutcome(shell, answer);
  }
  const approval = await readRequestedApproval(shell.commandLine);
  const fleet = createFleet({
    host,
    settings,
    machine: getMachineFolder(shell.isPackaged ? undefined : process.env.TILL_MACHINE_FOLDER),
    requestedProfile: shell.commandLine.profile,
    clock,
    log,
  });
  shell.onQuit(fleet.stop);
  shell.onWake(() => void fleet.poll());
  await assertOwnTill(fleet);
  await applyRequestedRestore(shell, settings, approval, checkWorker);
  host.open();
  const { profileFolder, vault } = shell;
  // The profile itself is closed already: nobody waits for its files at the sign-in.
  const wait = endsAfter ? 0 : RESTRICT_FILES_DELAY_MS;
  shell.onQuit(clock.after(wait, () => void restrictFilesToOwner(profileFolder, log)));
  const keptAt = { profileFolder, isVaultStrong: vault.isStrong };
  // A file that somebody names goes before the one of the machine.
  if (shell.commandLine.provision === null) await applyFleetSetup(fleet);
  await applyRequestedProvisioning(shell.commandLine, host, approval, keptAt);
  await refreshLeftoverFileNotice(profileFolder, host, shell.log);
  if (shell.commandLine.provision !== null) await applyFleetSetup(fleet);
  const errands = await startRemoteCommandServer({
    profileFolder: shell.profileFolder,
    log,
    run: (asked) => runRemoteCommand(host, asked),
  });
  shell.onQuit(errands.close);
  if (command !== null && endsAfter && !(await runHeadless(shell, host, command))) return null;
  if (command?.kind === 'apply' && !endsAfter) await applyPatchAtStartup(host, command);
  updates.start();
  shell.onQuit(updates.stop);
  shell.setFinalQuitStep(updates.installOnQuit);
  return createCallListener({
    isTillPage: shell.isTillPage,
    isCustomerScreen: shell.isCustomerScreen,
    handlers,
    access: () => ({ cashier: host.till()?.staff.current() ?? null, isSetUp: host.isSetUp() }),
    log,
    newId: newUuid,
  });
}

/** Ends the program with the result; true if a person has asked for the window meanwhile. */
async function runHeadless(shell: Shell, host: TillHost, asked: RemoteCommand): Promise<boolean> {
  const windowAsked = new Promise<'window'>((resolve) => {
    shell.onWindowRequested(() => resolve('window'));
  });
  const first = await Promise.race([windowAsked, runRemoteCommand(host, asked)]);
  if (first === 'window') return true;
  await exitWithOutcome(shell, first);
  return false;
}

/** The shop sells whatever became of it: with the old settings, and the till says so. */
async function applyPatchAtStartup(
  host: TillHost,
  asked: Extract<RemoteCommand, { kind: 'apply' }>,
): Promise<void> {
  const { lines, problem } = await applyPatchFile(host, asked);
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  if (problem !== null) host.notices.noteRefused({ option: 'apply', problem });
}

async function exitWithOutcome(shell: Shell, outcome: CommandOutcome): Promise<null> {
  await shell.exit(await writeOutcome(outcome, shell.log));
  return null;
}

/** A scheduler keeps what is said, and looks at the exit code. */
async function writeOutcome({ code, lines }: CommandOutcome, log: Log | null): Promise<number> {
  log?.info({ code, lines }, 'headless: command finished');
  const text = lines.map((line) => `${line}\n`).join('');
  await new Promise<void>((done) => process.stdout.write(text, () => done()));
  return code;
}
