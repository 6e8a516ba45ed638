import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { app, HOSTILITIES, setHostility } from './electron-double.ts';
import { requestInstanceLock } from './instance-lock.ts';
import { isElectron } from './is-electron.ts';

vi.mock('electron', () => import('./electron-double.ts'));
vi.mock('./is-electron.ts', () => ({ isElectron: vi.fn(() => true) }));

let folder: string;
let parent: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-lock-'));
  app.lockAnswers.length = 0;
});
afterEach(() => {
  parent?.kill('SIGKILL');
  parent = null;
  vi.mocked(isElectron).mockReturnValue(true);
  rmSync(folder, { recursive: true });
});

const getLock = (): string => join(folder, 'SingletonLock');
const hasLock = (): boolean => lstatSync(getLock(), { throwIfNoEntry: false }) !== undefined;
/** Writes Chromium's lock, and lets Electron refuse it. */
function writeLock(target: string): void {
  symlinkSync(target, getLock());
  app.lockAnswers.push(false);
}

/** A process that ended, and that its parent does not notice. */
async function startZombie(): Promise<string> {
  parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [data] = await once(parent.stdout as NonNullable<typeof parent.stdout>, 'data');
  const processId = String(data).trim();
  const readState = () => spawnSync('ps', ['-o', 'state=', '-p', processId], { encoding: 'utf8' });
  await expect.poll(() => readState().stdout.trim()).toBe('Z');
  return processId;
}

const isWindows = process.platform === 'win32';
describe.skipIf(isWindows).each(HOSTILITIES)(
  'the lock, if Electron is such that %s',
  (hostility) => {
    beforeEach(() => setHostility(hostility));
    afterEach(() => setHostility('as documented'));

    it('locks a profile', () => {
      expect(requestInstanceLock(folder)).toBe(true);
    });

    it('leaves the profile to another copy that runs', () => {
      writeLock(`${hostname()}-${process.pid}`);
      expect(requestInstanceLock(folder)).toBe(false);
      expect(hasLock()).toBe(true);
    });

    it('says what to do if nobody holds the lock that Electron refuses', () => {
      app.lockAnswers.push(false);
      expect(() => requestInstanceLock(folder)).toThrow(/cannot be locked.*Free some space/);
    });

    it.each(['other-computer-1', `other-${process.pid}`])(
      'names the lock of another computer, and keeps it: %s',
      (target) => {
        writeLock(target);
        const name = target.slice(0, target.lastIndexOf('-'));
        expect(() => requestInstanceLock(folder)).toThrow(`the computer "${name}"`);
        expect(hasLock()).toBe(true);
      },
    );

    it('takes the lock of a till that was killed', () => {
      writeLock(`${hostname()}-${spawnSync('true').pid}`);
      expect(requestInstanceLock(folder)).toBe(true);
      expect(hasLock()).toBe(false);
    });

    it('says what to do if Electron refuses twice', () => {
      writeLock(`${hostname()}-${spawnSync('true').pid}`);
      app.lockAnswers.push(false);
      expect(() => requestInstanceLock(folder)).toThrow(/is left from a till that ended/);
    });

    it('believes the browser shell, whose lock is another one', () => {
      vi.mocked(isElectron).mockReturnValue(false);
      app.lockAnswers.push(false);
      expect(requestInstanceLock(folder)).toBe(false);
    });
  },
);

it.skipIf(process.platform !== 'linux')(
  'takes the lock of a till that was killed and whose parent has not noticed',
  async () => {
    writeLock(`${hostname()}-${await startZombie()}`);
    expect(requestInstanceLock(folder)).toBe(true);
  },
);
