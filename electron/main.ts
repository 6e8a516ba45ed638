import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Approval, Problem, Result } from '../shared/contract/index.ts';
import { describeProblem } from '../shared/i18n/index.ts';
import { createHandlers } from './ipc/handlers/index.ts';
import { createEmitter, registerCalls } from './ipc/index.ts';
import {
  type FileLog,
  installLastResort,
  newUuid,
  openFileLog,
  systemClock,
} from './platform/index.ts';
import {
  createSettings,
  openSettingsStore,
  readProvisioningFile,
  type Settings,
  trainingProvisioning,
} from './settings/index.ts';
import { type Shell, startShell } from './shell/index.ts';
import { createTillHost, readInsistence, restoreAtStart, type TillHost } from './till/index.ts';

// The built main stands in dist/main, beside dist/preload and dist/renderer.
const dist = join(import.meta.dirname, '..');
const checkWorker = new URL('./check-worker.js', import.meta.url);
/** Nobody is signed in before there is a page: the audit log says by which way it came. */
const COMMAND_LINE = { way: 'command-line', person: null } as const;
let fileLog: FileLog | null = null;

startShell({
  preloadPath: join(dist, 'preload', 'preload.cjs'),
  rendererFolder: join(dist, 'renderer'),
  createLog: (profileFolder) => {
    fileLog = openFileLog(join(profileFolder, 'logs'));
    return fileLog;
  },
  onReady: start,
});

async function start(shell: Shell): Promise<void> {
  const { log } = shell;
  // Not sooner: what goes wrong before there is a till ends the program.
  installLastResort(process, log);
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
    clock,
    newId: newUuid,
    log,
    emit,
    trainingWorker: new URL('./training-worker.js', import.meta.url),
    checkWorker,
    applicationVersion: shell.applicationVersion,
  });
  const handlers = createHandlers({
    host,
    settings,
    clock,
    log,
    applicationVersion: shell.applicationVersion,
  });
  registerCalls({
    ipc: shell.ipc,
    isOurs: shell.isOurs,
    handlers,
    access: () => ({ cashier: host.till()?.staff.current() ?? null, isSetUp: host.isSetUp() }),
    log,
    newId: newUuid,
  });
  shell.onSleep(() => host.till()?.staff.lock('sleep'));
  shell.onWake(() => host.till()?.wake());
  shell.onQuit(async () => {
    await host.close();
    fileLog?.flush();
  });

  await restoreAsAsked(shell, settings);
  host.open();
  await provisionAsAsked(shell, host);
  shell.startUpdates(() => host.till()?.mayUpdate() ?? true);
  await shell.openWindow();
}

/**
 * `--restore FILE`, and `--insist FILE` with a supervisor's id and PIN, which is removed once it was
 * read. One that is refused ends the start: the till would be another than was asked for.
 */
async function restoreAsAsked(shell: Shell, settings: Result<Settings>): Promise<void> {
  const { restore, insist } = shell.asked;
  if (restore === null) return;
  if (!settings.ok) throw new Error(`--restore ${restore}: ${wordsOf(settings.problem)}`);
  let insists: Approval | null = null;
  if (insist !== null) {
    insists = readInsistence(await readFile(insist, 'utf8'));
    await rm(insist);
    if (insists === null) throw new Error(`--insist ${insist}: no JSON with cashierId and pin`);
  }
  const done = await restoreAtStart(
    {
      profileFolder: shell.profileFolder,
      clock: systemClock,
      newId: newUuid,
      log: shell.log,
      checkWorker,
    },
    { file: restore, environment: settings.value.active()?.environment ?? null, insists },
  );
  if (!done.ok) throw new Error(`--restore ${restore}: ${wordsOf(done.problem)}`);
}

/** `--provision FILE` and `--training`. A file that does not fit ends the start: nothing else was asked. */
async function provisionAsAsked(shell: Shell, host: TillHost): Promise<void> {
  const { provision, training } = shell.asked;
  if (provision !== null) {
    const read = await readProvisioningFile(provision);
    const kept = read.ok
      ? await host.provision(read.value.provisioning, read.value.folder, COMMAND_LINE)
      : read;
    if (!kept.ok) throw new Error(`--provision ${provision}: ${wordsOf(kept.problem)}`);
  } else if (training && !host.isSetUp()) {
    const kept = await host.provision(trainingProvisioning('es-MX'), process.cwd(), COMMAND_LINE);
    if (!kept.ok) throw new Error(`--training: ${wordsOf(kept.problem)}`);
  }
}

/** For a person who reads the terminal of an installation, and for what reads its log. */
function wordsOf(problem: Problem): string {
  const { happened, next } = describeProblem(problem, 'en');
  return `${happened} ${next} ${JSON.stringify(problem)}`;
}
