import { getPinCost } from '../counter/staff/index.ts';
import { createFleetSetup, getMachineFolder } from '../operations/fleet/index.ts';
import {
  applyPatchFile,
  type CommandOutcome,
  createClosedTillReader,
  type RemoteCommand,
  runReadOnlyTillCommand,
  runRemoteCommand,
  sendRemoteCommand,
  sendRemoteCommandWithRetry,
  startRemoteCommandServer,
} from '../operations/headless/index.ts';
import { createUuid, type Log, restrictFilesToOwner, systemClock } from '../platform/index.ts';
import type { CommandLineOptions, ReadOnlyCommand } from '../settings/command-line/index.ts';
import { createSettings, resolveInitialLanguage } from '../settings/index.ts';
import { openSettingsStore } from '../settings/store/index.ts';
import type { Shell, ShellEvent } from '../shell/electron/index.ts';
import { startExitTracking } from '../shell/electron/updates/index.ts';
import { createHandlers } from './ipc/handlers/index.ts';
import { type CallListener, createCallListener, createEmitter } from './ipc/index.ts';
import { restartAfterUncaughtError } from './restart-after-error.ts';
import {
  applyFleetSetup,
  applyRequestedProvisioning,
  applyRequestedRestore,
  assertTillBelongsToAccount,
  readRequestedApproval,
  refreshLeftoverSecretsFileNotice,
  toProfileInUseOutcome,
} from './startup-request.ts';
import { createTillHost, type TillHost } from './till/index.ts';
import { createTillUpdates } from './till-updates.ts';

/**
 * Restricting the profile's files runs after the sign-in is shown, so that it does not delay it.
 */
const RESTRICT_FILES_DELAY_MS = 2_000;

const ledgerCheckWorkerUrl = new URL('./check-worker.js', import.meta.url);
const paperWorkerUrl = new URL('./paper-worker.js', import.meta.url);

/** Forwards the command to the other copy that holds the profile. Returns the exit code. */
export async function forwardCommandToRunningTill(
  profileFolder: string,
  options: CommandLineOptions,
): Promise<number> {
  return await writeOutcome(
    options.command === null
      ? toProfileInUseOutcome(options)
      : await sendRemoteCommandWithRetry(profileFolder, options.command),
    null,
  );
}

/** Reads from the open till, or from the files of a closed one. Returns the exit code. */
export async function runReadOnlyCommand(
  profileFolder: string,
  command: ReadOnlyCommand,
  version: string,
): Promise<number> {
  return await writeOutcome(await runReadOnlyTillCommand(profileFolder, command, version), null);
}

/**
 * Opens the till and returns the listener for the page's calls; null if no window should open,
 * because the till was started to run a command.
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
    getPinHashCost: getPinCost,
    clock,
    createId: createUuid,
    log,
    emit,
    trainingWorkerUrl: new URL('./training-worker.js', import.meta.url),
    ledgerCheckWorkerUrl,
    paperWorkerUrl,
    applicationVersion: shell.applicationVersion,
    setKeepAwake: shell.setKeepAwake,
    setFullScreen: shell.setFullScreen,
    receiptDelivery: shell.receiptDelivery,
    toggleFullScreen: shell.toggleFullScreen,
    customerWindow: shell.customerWindow,
    systemIdleSeconds: shell.systemIdleSeconds,
    getUpdateStatus: () => updates.getUpdateStatus(),
  });
  const getClosedTillUpdateGate = () =>
    createClosedTillReader(shell.profileFolder, shell.applicationVersion).readUpdateGate();
  const updates = createTillUpdates({ shell, host, clock, emit, getClosedTillUpdateGate });
  const handlers = createHandlers({
    host,
    updates,
    settings,
    clock,
    log,
    applicationVersion: shell.applicationVersion,
    initialLanguage: resolveInitialLanguage(shell.systemLanguages()),
    restartIfKeyRingUnlocked: shell.restartIfKeyRingUnlocked,
  });
  shell.onSuspendOrLock(() => host.till()?.staff.lock('sleep'));
  shell.onResume(() => host.till()?.wake());
  const markExit = startExitTracking({
    ...shell,
    version: shell.applicationVersion,
    clock,
    readUpdateGate: getClosedTillUpdateGate,
  });
  shell.onQuit(async () => {
    await host.close();
    markExit();
    flushLog();
  });

  const { command, exitsAfterCommand } = shell.commandLine;
  if (command !== null) {
    // A till of the other shell holds a different lock, so forward the command before opening
    // anything.
    const commandAnswer = await sendRemoteCommand(shell.profileFolder, command);
    if (typeof commandAnswer !== 'string') return await exitWithOutcome(shell, commandAnswer);
  }
  const approval = await readRequestedApproval(shell.commandLine);
  const fleet = createFleetSetup({
    host,
    settings,
    machineFolder: getMachineFolder(shell.isPackaged ? undefined : process.env.TILL_MACHINE_FOLDER),
    requestedProfile: shell.commandLine.profile,
    clock,
    log,
  });
  shell.onQuit(fleet.stop);
  shell.onResume(() => void fleet.poll());
  await assertTillBelongsToAccount(fleet);
  await applyRequestedRestore(shell, settings, approval, ledgerCheckWorkerUrl);
  host.open();
  const { profileFolder, vault } = shell;
  // The profile folder itself is already restricted, so its files can wait until after the sign-in.
  const delayMs = exitsAfterCommand ? 0 : RESTRICT_FILES_DELAY_MS;
  shell.onQuit(clock.after(delayMs, () => void restrictFilesToOwner(profileFolder, log)));
  const isVaultStrong = async () => (await vault.getStrength()) === 'strong';
  const secretStorage = { profileFolder, isVaultStrong };
  // A file named on the command line takes precedence over the machine-wide one.
  if (shell.commandLine.provision === null) await applyFleetSetup(fleet);
  await applyRequestedProvisioning(shell.commandLine, host, approval, secretStorage);
  await refreshLeftoverSecretsFileNotice(profileFolder, host, shell.log);
  if (shell.commandLine.provision !== null) await applyFleetSetup(fleet);
  const commandServer = await startRemoteCommandServer({
    profileFolder: shell.profileFolder,
    log,
    run: (remoteCommand) => runRemoteCommand(host, remoteCommand),
  });
  shell.onQuit(commandServer.close);
  if (command !== null && exitsAfterCommand && !(await runHeadless(shell, host, command)))
    return null;
  if (command?.kind === 'apply' && !exitsAfterCommand) await applyPatchAtStartup(host, command);
  shell.onQuit(
    restartAfterUncaughtError({
      program: process,
      clock,
      log,
      getUpdateGate: () => host.till()?.getUpdateGate() ?? null,
      restart: shell.restart,
    }),
  );
  updates.start();
  shell.onQuit(updates.stop);
  shell.setFinalQuitStep(updates.installOnQuit);
  return createCallListener({
    isTillPage: shell.isTillPage,
    isCustomerScreen: shell.isCustomerScreen,
    handlers,
    access: () => ({
      cashier: host.till()?.staff.getCurrentCashier() ?? null,
      isSetUp: host.isSetUp(),
    }),
    log,
    createId: createUuid,
  });
}

/**
 * Ends the program with the result; returns true if a person requested the window in the meantime.
 */
async function runHeadless(shell: Shell, host: TillHost, command: RemoteCommand): Promise<boolean> {
  const windowRequest = new Promise<'window'>((resolve) => {
    shell.onWindowRequested(() => resolve('window'));
  });
  const first = await Promise.race([windowRequest, runRemoteCommand(host, command)]);
  if (first === 'window') return true;
  await exitWithOutcome(shell, first);
  return false;
}

/** A refused patch does not stop the till: it opens with the old settings and shows a notice. */
async function applyPatchAtStartup(
  host: TillHost,
  command: Extract<RemoteCommand, { kind: 'apply' }>,
): Promise<void> {
  const { lines, problem } = await applyPatchFile(host, command);
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  if (problem !== null) host.notices.setRejectedStartupRequest({ option: 'apply', problem });
}

async function exitWithOutcome(shell: Shell, outcome: CommandOutcome): Promise<null> {
  await shell.exit(await writeOutcome(outcome, shell.log));
  return null;
}

/**
 * Prints the outcome and returns the exit code: a scheduler stores the output and checks the code.
 */
async function writeOutcome({ code, lines }: CommandOutcome, log: Log | null): Promise<number> {
  log?.info({ code, lines }, 'headless: command finished');
  const text = lines.map((line) => `${line}\n`).join('');
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  return code;
}
