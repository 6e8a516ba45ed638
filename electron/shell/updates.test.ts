import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../platform/index.ts';
import { createUpdates, type Updater } from './updates.ts';

let resourcesPath: string;
beforeEach(() => {
  resourcesPath = mkdtempSync(join(tmpdir(), 'till-updates-'));
  writeFileSync(join(resourcesPath, 'app-update.yml'), 'provider: generic\n');
});
afterEach(() => rmSync(resourcesPath, { recursive: true, force: true }));

function updater() {
  const listeners = new Map<string, (detail: unknown) => void>();
  const installed: unknown[] = [];
  const one: Updater = {
    autoDownload: false,
    autoInstallOnAppQuit: true,
    on: (event, listener) => listeners.set(event, listener),
    checkForUpdates: async () => listeners.get('update-downloaded')?.({}),
    quitAndInstall: (...how) => void installed.push(how),
  };
  return { one, installed };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('updates', () => {
  it('are installed at a quit, and only when nothing is unresolved', async () => {
    const { one, installed } = updater();
    let isUnresolved = true;
    const updates = createUpdates({
      isPackaged: true,
      resourcesPath,
      log: silentLog,
      load: async () => one,
    });
    updates.start(() => !isUnresolved);
    await settled();
    expect(one.autoInstallOnAppQuit).toBe(false);
    expect(updates.installAtQuit()).toBe(false);
    expect(installed).toEqual([]);
    isUnresolved = false;
    expect(updates.installAtQuit()).toBe(true);
    expect(installed).toHaveLength(1);
  });

  it.each([
    ['a till that is not packaged', false, 'app-update.yml'],
    ['an installer that names no place for updates', true, 'other.yml'],
  ])('are not even loaded in %s', async (_what, isPackaged, file) => {
    rmSync(join(resourcesPath, 'app-update.yml'));
    writeFileSync(join(resourcesPath, file), '');
    let loads = 0;
    const load = async () => {
      loads += 1;
      return updater().one;
    };
    const updates = createUpdates({ isPackaged, resourcesPath, log: silentLog, load });
    updates.start(() => true);
    await settled();
    expect(loads).toBe(0);
    expect(updates.installAtQuit()).toBe(false);
  });

  it('that fail leave the till as it is', async () => {
    const { one } = updater();
    const warned: string[] = [];
    const updates = createUpdates({
      isPackaged: true,
      resourcesPath,
      log: { ...silentLog, warn: (_fields, message) => void warned.push(message) },
      load: async () => ({
        ...one,
        checkForUpdates: async () => {
          throw new Error('no network');
        },
      }),
    });
    updates.start(() => true);
    await settled();
    expect(warned).toEqual(['looking for an update failed']);
    expect(updates.installAtQuit()).toBe(false);
  });
});
