import {
  approvalAsked,
  heldByOpenTill,
  lookForFileLeft,
  provisionAsAsked,
  refuseStranger,
  restoreAsAsked,
  setUpByFleet,
} from './asked-at-start.ts';
import type { Asked, LookFromOutside } from './command-line/index.ts';
import { createFleet, machineFolder } from './fleet/index.ts';
import { createHandlers } from './ipc/handlers/index.ts';
import { type Answering, answerCalls, createEmitter } from './ipc/index.ts';
import { closeFiles, type Log, newUuid, systemClock } from './platform/index.ts';
import { createSettings, firstLanguage } from './settings/index.ts';
import { openSettingsStore } from './settings/store/index.ts';
import type { Shell, ShellEvent } from './shell/index.ts';
import { markExits } from './shell/updates/index.ts';
import { pinCostOf } from './staff/index.ts';
import { closedTill, createTillHost, type TillHost } from './till/index.ts';
import { createTillUpdates } from './till-updates.ts';
import {
  applyPatchFile,
  askOpenTill,
  type Errand,
  handOver,
  listenForErrands,
  lookAt,
  type Outcome,
  runErrand,
} from './unattended/index.ts';

/** What is in the profile is looked through once nobody waits for the sign-in any more. */
const CLOSE_FILES_MS = 2_000;

const checkWorker = new URL('./check-worker.js', import.meta.url);
const paperWorker = new URL('./paper-worker.js', import.meta.url);

/** Another copy holds the profile: it is asked to do it. Returns the exit code. */
export async function handOverAsked(profileFolder: string, asked: Asked): Promise<number> {
  return await said(
    asked.command === null ? heldByOpenTill(asked) : await handOver(profileFolder, asked.command),
    null,
  );
}

/** Of a till that is open, or of the files of one that is closed. Returns the exit code. */
export async function lookFromOutside(
  profileFolder: string,
  asked: LookFromOutside,
  version: string,
): Promise<number> {
  return await said(await lookAt(profileFolder, asked, version), null);
}

/**
 * Opens the till and returns what answers the page's calls; null if there is to be no window, because
 * the till was started to upload.
 */
export async function openApplication(
  shell: Shell,
  flushLog: () => void,
): Promise<Answering<ShellEvent> | null> {
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
    pinCost: pinCostOf,
    clock,
    newId: newUuid,
    log,
    emit,
    trainingWorker: new URL('./training-worker.js', import.meta.url),
    checkWorker,
    paperWorker,
    applicationVersion: shell.applicationVersion,
    keepAwake: shell.keepAwake,
    fullScreen: shell.fullScreen,
    outlets: shell.outlets,
    switchFullScreen: shell.switchFullScreen,
    customerWindow: shell.customerWindow,
    idleSeconds: shell.idleSeconds,
    updateNews: () => updates.news(),
  });
  const closedGate = () => closedTill(shell.profileFolder, shell.applicationVersion).gate();
  const updates = createTillUpdates({ shell, host, clock, emit, closedGate });
  const handlers = createHandlers({
    host,
    updates,
    settings,
    clock,
    log,
    applicationVersion: shell.applicationVersion,
    firstLanguage: firstLanguage(shell.systemLanguages()),
  });
  shell.onSleep(() => host.till()?.staff.lock('sleep'));
  shell.onWake(() => host.till()?.wake());
  const markExit = markExits({
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

  const { command, endsAfter } = shell.asked;
  if (command !== null) {
    // A till of the other shell has a lock of its own: it is asked before anything is opened.
    const answer = await askOpenTill(shell.profileFolder, command);
    if (typeof answer !== 'string') return await ended(shell, answer);
  }
  const approval = await approvalAsked(shell.asked);
  const fleet = createFleet({
    host,
    settings,
    machine: machineFolder(shell.isPackaged ? undefined : process.env.TILL_MACHINE_FOLDER),
    profileAsked: shell.asked.profile,
    clock,
    log,
  });
  shell.onQuit(fleet.stop);
  shell.onWake(() => void fleet.look());
  await refuseStranger(fleet);
  await restoreAsAsked(shell, settings, approval, checkWorker);
  host.open();
  const { profileFolder, vault } = shell;
  // The profile itself is closed already: nobody waits for its files at the sign-in.
  const wait = endsAfter ? 0 : CLOSE_FILES_MS;
  shell.onQuit(clock.after(wait, () => void closeFiles(profileFolder, log)));
  const keptAt = { profileFolder, isVaultStrong: vault.isStrong };
  // A file that somebody names goes before the one of the machine.
  if (shell.asked.provision === null) await setUpByFleet(fleet);
  await provisionAsAsked(shell.asked, host, approval, keptAt);
  await lookForFileLeft(profileFolder, host, shell.log);
  if (shell.asked.provision !== null) await setUpByFleet(fleet);
  const errands = await listenForErrands({
    profileFolder: shell.profileFolder,
    log,
    run: (asked) => runErrand(host, asked),
  });
  shell.onQuit(errands.close);
  if (command !== null && endsAfter && !(await runWithoutWindow(shell, host, command))) return null;
  if (command?.kind === 'apply' && !endsAfter) await applyAndGoOn(host, command);
  updates.start();
  shell.onQuit(updates.stop);
  shell.atTheEnd(updates.installAtEnd);
  return answerCalls({
    isOurs: shell.isOurs,
    isCustomers: shell.isCustomers,
    handlers,
    access: () => ({ cashier: host.till()?.staff.current() ?? null, isSetUp: host.isSetUp() }),
    log,
    newId: newUuid,
  });
}

/** Ends the program with the result; true if a person has asked for the window meanwhile. */
async function runWithoutWindow(shell: Shell, host: TillHost, asked: Errand): Promise<boolean> {
  const windowAsked = new Promise<'window'>((resolve) => {
    shell.onWindowAsked(() => resolve('window'));
  });
  const first = await Promise.race([windowAsked, runErrand(host, asked)]);
  if (first === 'window') return true;
  await ended(shell, first);
  return false;
}

/** The shop sells whatever became of it: with the old settings, and the till says so. */
async function applyAndGoOn(
  host: TillHost,
  asked: Extract<Errand, { kind: 'apply' }>,
): Promise<void> {
  const { lines, problem } = await applyPatchFile(host, asked);
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  if (problem !== null) host.notices.noteRefused({ option: 'apply', problem });
}

async function ended(shell: Shell, outcome: Outcome): Promise<null> {
  await shell.end(await said(outcome, shell.log));
  return null;
}

/** A scheduler keeps what is said, and looks at the exit code. */
async function said({ code, lines }: Outcome, log: Log | null): Promise<number> {
  log?.info({ code, lines }, 'a command without a window has ended');
  const text = lines.map((line) => `${line}\n`).join('');
  await new Promise<void>((done) => process.stdout.write(text, () => done()));
  return code;
}
