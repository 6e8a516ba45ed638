import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import {
  app,
  BrowserWindowDouble,
  dialog,
  HOSTILITIES,
  powerMonitor,
  session,
  setHostility,
} from './electron-double.ts';
import { type Shell, startShell } from './start-shell.ts';

vi.mock('electron', async () => {
  const double = await import('./electron-double.ts');
  return { ...double, BrowserWindow: double.BrowserWindowDouble };
});
vi.mock('./is-electron.ts', () => ({ isElectron: () => true }));

const VAULT_TIMEOUT_MS = 15_000;
const { argv } = process;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-shell-'));
  for (const events of [app, session.defaultSession, powerMonitor]) events.removeAllListeners();
  BrowserWindowDouble.all.length = 0;
  dialog.errors.length = 0;
  app.exits.length = 0;
  app.lockAnswers.length = 0;
  Object.assign(app, { isReadyNow: false, pathsWhenReady: {}, paths: { userData: folder } });
});
afterEach(() => {
  vi.useRealTimers();
  process.argv = argv;
  setHostility('as documented');
  rmSync(folder, { recursive: true });
});

const waitForQuit = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Starts the shell as Electron does, with a till that only `onReady` knows. */
async function start(
  words: readonly string[] = [],
  onReady: (shell: Shell) => void = () => {},
): Promise<Shell> {
  process.argv = ['mostrador', '--profile', folder, ...words];
  return await new Promise((resolve, reject) => {
    startShell({
      preloadPath: '/preload.cjs',
      rendererFolder: folder,
      createLog: () => silentLog,
      onReady: (shell) => {
        resolve(shell);
        onReady(shell);
      },
      onReadOnlyCommand: async () => 0,
      onProfileInUse: async () => 0,
    });
    void waitForQuit().then(() => {
      if (app.exits.length > 0) reject(new Error(dialog.errors.join()));
    });
  });
}

async function openTill() {
  const shell = await start();
  await shell.openWindow().catch(() => {});
  const [window] = BrowserWindowDouble.all;
  if (window === undefined) throw new Error('no window');
  const doneSteps: string[] = [];
  shell.onQuit(async () => {
    await null;
    doneSteps.push('step');
  });
  shell.setFinalQuitStep(async () => void doneSteps.push('final'));
  const isCallAccepted = (): boolean =>
    Reflect.apply(shell.isTillPage, null, [window.createInvokeEvent()]);
  return { shell, window, doneSteps, isCallAccepted };
}

describe.each(HOSTILITIES)('the shell, if Electron is such that %s', (hostility) => {
  const isFrameGone = hostility === 'the frame of a sender is null';
  beforeEach(() => setHostility(hostility));

  it('locks the till at each sleep, and wakes it only if Electron reports that', async () => {
    const { shell } = await openTill();
    const calls: string[] = [];
    shell.onSuspendOrLock(() => calls.push('locked'));
    shell.onResume(() => calls.push('awake'));
    powerMonitor.sleep();
    const isWorse = hostility === 'sleep is reported twice, and waking not at all';
    expect(calls).toEqual(isWorse ? ['locked', 'locked'] : ['locked', 'awake']);
  });

  it('locks the till and sends nothing after its page is gone', async () => {
    const { shell, window } = await openTill();
    shell.onSuspendOrLock(() => shell.send('event:locked', null));
    window.isGone = true;
    powerMonitor.sleep();
    expect(window.webContents.sent).toEqual([]);
  });

  it('quits once after its steps, however often it is asked', async () => {
    const { shell, window, doneSteps } = await openTill();
    shell.quit();
    shell.quit();
    powerMonitor.emit('shutdown');
    window.destroy();
    expect(app.exits).toEqual([]);
    await waitForQuit();
    expect(doneSteps.slice(0, 2)).toEqual(['step', 'final']);
    expect(doneSteps.filter((step) => step === 'step')).toHaveLength(1);
    expect(app.exits[0]).toBe(0);
  });

  it('quits when a person closes its window', async () => {
    const { window, doneSteps } = await openTill();
    window.destroy();
    await waitForQuit();
    expect(doneSteps).toEqual(['step', 'final']);
    expect(app.exits).toEqual([0]);
  });

  it('runs its steps when the system ends the session without asking to quit', async () => {
    const { window, doneSteps } = await openTill();
    window.emit('session-end', {});
    window.emit('session-end', {});
    await waitForQuit();
    expect(doneSteps).toEqual(['step']);
  });

  it.skipIf(process.platform !== 'linux')(
    'writes a secret to the disk only with the key of an open ring, and no other one is lost',
    async () => {
      const { shell } = await openTill();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const sealing = shell.vault.seal('secret');
      await vi.advanceTimersByTimeAsync(VAULT_TIMEOUT_MS);
      const sealed = await sealing;
      const isWaiting = hostility === 'the key ring asks for its password, and nobody answers';
      const hasNoKey = [
        'the key ring is locked',
        'there is no key ring',
        'the question of the key ring is dismissed',
      ].includes(hostility);
      expect(sealed.ok).toBe(!isWaiting);
      if (sealed.ok) expect(sealed.value).toMatch(hasNoKey ? /^memory:/ : /^store:/);
      const opening = shell.vault.open(`store:${Buffer.from('v11:other:aa').toString('base64')}`);
      await vi.advanceTimersByTimeAsync(VAULT_TIMEOUT_MS);
      const opened = await opening;
      if (hasNoKey || isWaiting) expect(opened).not.toMatchObject({ problem: 'lost' });
      else expect(opened).toMatchObject({ ok: false, problem: 'lost' });
    },
  );

  it('accepts calls of its own page only, at sleep and while it quits too', async () => {
    const { shell, window, isCallAccepted } = await openTill();
    expect(isCallAccepted()).toBe(!isFrameGone);
    powerMonitor.sleep();
    shell.quit();
    expect(isCallAccepted()).toBe(!isFrameGone);
    window.webContents.url = 'https://example.com/';
    expect(isCallAccepted()).toBe(false);
    window.webContents.url = 'app://till/';
    window.destroy();
    expect(isCallAccepted()).toBe(false);
    await waitForQuit();
  });
});

it('shows its window for a second copy, whatever Chromium adds to its arguments', async () => {
  const { window } = await openTill();
  const focuses = window.focuses;
  app.emit('second-instance', {}, ['mostrador', '--original-process-start-time=1', '--help'], '');
  expect(window.focuses).toBe(focuses);
  app.emit('second-instance', {}, ['mostrador', '--original-process-start-time=1'], '');
  expect(window.focuses).toBe(focuses + 1);
});

it('lets Electron write dumps of crashes into the profile, and keeps the newest', async () => {
  const dumps = join(folder, 'crashes', 'completed');
  mkdirSync(dumps, { recursive: true });
  for (const age of [1, 2, 3, 4, 5, 6, 7]) {
    writeFileSync(join(dumps, `${age}.dmp`), '');
    utimesSync(join(dumps, `${age}.dmp`), 1_000 - age, 1_000 - age);
  }
  await start();
  expect(app.paths.crashDumps).toBe(join(folder, 'crashes'));
  expect(readdirSync(dumps).sort()).toEqual(['1.dmp', '2.dmp', '3.dmp', '4.dmp', '5.dmp']);
});

describe('a start that fails', () => {
  it('shows why and exits with a failure if the till cannot be opened', async () => {
    await start([], () => {
      throw new Error('no till');
    });
    await waitForQuit();
    expect(app.exits).toEqual([1]);
    expect(dialog.errors).toEqual(['no till']);
  });

  it('lets Electron write nothing to a folder that it refuses', async () => {
    await expect(start(['--profile', homedir()])).rejects.toThrow(/is the home of an account/);
    const userData = app.pathsWhenReady.userData ?? '';
    expect(userData.startsWith(join(tmpdir(), 'mostrador-'))).toBe(true);
    expect(existsSync(userData)).toBe(false);
  });

  it('creates the folder of a till that is started for the first time', async () => {
    const profile = join(folder, 'shop', 'till');
    expect((await start(['--profile', profile])).profileFolder).toBe(profile);
    expect(app.pathsWhenReady.userData).toBe(profile);
  });

  it('ends quietly if another copy shows its window, and says so if there is none', async () => {
    symlinkSync(`${hostname()}-${process.pid}`, join(folder, 'SingletonLock'));
    app.lockAnswers.push(false);
    await expect(start()).rejects.toThrow(/^$/);
    expect(app.exits).toEqual([0]);
    rmSync(join(folder, 'SingletonLock'));
    app.exits.length = 0;
    app.lockAnswers.push(false);
    await expect(start()).rejects.toThrow(/cannot be locked for this till/);
    expect(app.exits).toEqual([1]);
  });

  it.each([['--no-sandbox'], ['--remote-debugging-port=9222'], ['--profle']])(
    'shows why and opens nothing with %s',
    async (word) => {
      await expect(start([word])).rejects.toThrow(/sandbox|is not an option of mostrador/);
      expect(app.exits).toEqual([1]);
      expect(app.listenerCount('before-quit')).toBe(0);
    },
  );
});
