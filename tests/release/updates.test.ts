import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../../shared/contract/index.ts';
import {
  createUpdatesFixture,
  EXE,
  flipBit,
  IDLE_FACTS,
  INSTALLER,
  OPEN_SHIFT_FACTS,
} from './updates.fixture.ts';

/** What a till does with a feed that it accepts; updates-feed.test.ts tests the feed itself. */

const fixture = createUpdatesFixture();
const { publish, start, listPendingFiles, getPendingFile, getCalledFile } = fixture;

describe('a valid update', () => {
  it('downloads an update, and installs it after the till has quit, once an owner requests it', async () => {
    await publish();
    const updates = start();
    expect(await updates.check()).toMatchObject({
      by: 'owner',
      offered: { version: '0.2.0', isReady: true },
      refused: null,
      waitsFor: [],
    });
    expect(updates.getUpdateStatus()).toEqual({
      by: 'owner',
      version: '0.2.0',
      isReady: true,
      refused: null,
      waitsFor: [],
    });
    expect(readFileSync(getPendingFile())).toEqual(INSTALLER);
    expect(await updates.install()).toEqual(ok({}));
    expect(fixture.quits).toBe(1);
    expect(existsSync(getCalledFile())).toBe(false);
    await updates.installOnQuit();
    await expect.poll(() => existsSync(getCalledFile())).toBe(true);
    expect(readFileSync(getCalledFile(), 'utf8').split('\n')).toEqual([
      getPendingFile(),
      '--updated',
      '/S',
      '--force-run',
      '',
    ]);
  });

  it('does not download an update again after a restart between download and installation', async () => {
    await publish();
    await start().check();
    fixture.server.requestedPaths.length = 0;
    const updates = start();
    expect(await updates.check()).toMatchObject({ offered: { isReady: true } });
    expect(fixture.server.requestedPaths).toEqual(['/till/latest.yml']);
  });

  it('downloads an update again if only half of it was stored', async () => {
    await publish();
    await start().check();
    writeFileSync(getPendingFile(), INSTALLER.subarray(0, 1_000));
    expect(await start().check()).toMatchObject({ offered: { isReady: true } });
    expect(readFileSync(getPendingFile())).toEqual(INSTALLER);
  });

  it('starts the installer once if the quit is requested twice', async () => {
    await publish();
    const updates = start();
    await updates.check();
    await updates.install();
    await updates.installOnQuit();
    fixture.gate = OPEN_SHIFT_FACTS;
    await updates.installOnQuit();
    expect(start().state().refused).toBe('not-installed');
  });

  it('installs nothing at a quit without a request', async () => {
    await publish();
    const updates = start();
    await updates.check();
    await updates.installOnQuit();
    expect(existsSync(getCalledFile())).toBe(false);
  });

  it('reports "not-installed" if the old version starts again after an installation', async () => {
    await publish();
    const updates = start();
    await updates.check();
    await updates.install();
    await updates.installOnQuit();
    await expect.poll(() => existsSync(getCalledFile())).toBe(true);
    expect(start().state().refused).toBe('not-installed');
    const restarted = start();
    expect(restarted.getUpdateStatus()).toMatchObject({ refused: 'not-installed' });
    restarted.start();
    expect(await restarted.check()).toMatchObject({ refused: null, offered: { isReady: true } });
    restarted.stop();
    expect(start({ version: '0.2.0' }).state().refused).toBeNull();
  });
});

describe('an installer', () => {
  it.each([
    ['changed', (response: ServerResponse) => response.end(flipBit(INSTALLER))],
    ['changed', (response: ServerResponse) => response.end(Buffer.concat([INSTALLER, INSTALLER]))],
    ['broke-off', (response: ServerResponse) => response.writeHead(500).end()],
    [
      'broke-off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': INSTALLER.length });
        response.write(INSTALLER.subarray(0, 50_000), () => response.destroy());
      },
    ],
  ] as const)(
    'rejects an installer with reason %s, and installs nothing',
    async (reason, answer) => {
      await publish();
      fixture.server.handleRequest = (path, _request, response) => {
        if (path !== `/till/${EXE}`) return false;
        answer(response);
        return true;
      };
      const updates = start();
      expect(await updates.check()).toMatchObject({ refused: reason });
      expect(updates.state().offered?.isReady ?? false).toBe(false);
      expect(existsSync(getPendingFile())).toBe(false);
      expect(await updates.install()).toMatchObject({ ok: false });
      expect(fixture.quits).toBe(0);
    },
  );

  it('gives up a download that fills the disk, and downloads again after space was freed', async () => {
    await publish();
    const folder = join(fixture.home, 'profile/updates/downloads/mostrador-updater/pending');
    for (const name of [`temp-${EXE}`, `0-temp-${EXE}`, `1-temp-${EXE}`]) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    // The name that the updater uses after those three: every write to it fails as on a full disk.
    symlinkSync('/dev/full', join(folder, `2-temp-${EXE}`));
    const updates = start();
    expect(await updates.check()).toMatchObject({
      refused: 'disk-full',
      offered: { version: '0.2.0', isReady: false },
    });
    expect(updates.getUpdateStatus()).toMatchObject({ refused: 'disk-full', isReady: false });
    expect(await updates.check()).toMatchObject({ refused: null, offered: { isReady: true } });
  });

  it('does not install an installer that was replaced after its check, before or after the quit', async () => {
    await publish();
    const updates = start();
    await updates.check();
    fixture.backup = async () => {
      writeFileSync(getPendingFile(), 'evil');
      return ok({});
    };
    expect(await updates.install()).toMatchObject({
      problem: { kind: 'update', reason: 'swapped' },
    });
    expect(fixture.quits).toBe(0);
    expect(listPendingFiles()).toEqual([]);

    fixture.backup = async () => ok({});
    await updates.check();
    expect(await updates.install()).toEqual(ok({}));
    writeFileSync(getPendingFile(), 'evil');
    await updates.installOnQuit();
    expect(existsSync(getCalledFile())).toBe(false);
    expect(start().getUpdateStatus()).toMatchObject({ refused: 'swapped' });
  });

  it('deletes the installer of a withdrawn version, and does not install it', async () => {
    await publish();
    const updates = start();
    await updates.check();
    await publish(0);
    expect(await updates.install()).toMatchObject({ problem: { reason: 'withdrawn' } });
    expect(updates.state()).toMatchObject({ offered: null, later: '0.2.0' });
    expect(listPendingFiles()).toEqual([]);
    expect(fixture.quits).toBe(0);
  });

  it('does not install an update while the feed is unreachable', async () => {
    await publish();
    const updates = start();
    await updates.check();
    fixture.server.handleRequest = (_path, request) => Boolean(request.socket.destroy());
    expect(await updates.install()).toMatchObject({ problem: { reason: 'unreachable' } });
    expect(updates.state()).toMatchObject({ offered: { version: '0.2.0' } });
    expect(fixture.quits).toBe(0);
  });
});

describe('the update gate', () => {
  it('checks the gate before the backup, after it, and after the till has closed its files', async () => {
    await publish();
    const updates = start();
    await updates.check();
    fixture.gate = OPEN_SHIFT_FACTS;
    expect(updates.getUpdateStatus()).toMatchObject({ isReady: true, waitsFor: ['open-shift'] });
    expect(await updates.install()).toMatchObject({ problem: { reason: 'waits' } });
    fixture.gate = IDLE_FACTS;
    fixture.backup = async () => {
      fixture.gate = { ...IDLE_FACTS, isSendingPayment: true };
      return ok({});
    };
    expect(await updates.install()).toMatchObject({ problem: { reason: 'waits' } });
    fixture.gate = IDLE_FACTS;
    fixture.backup = async () => ok({});
    expect(await updates.install()).toEqual(ok({}));
    fixture.gate = OPEN_SHIFT_FACTS;
    await updates.installOnQuit();
    expect(existsSync(getCalledFile())).toBe(false);
    expect(start().getUpdateStatus()).toMatchObject({ refused: 'waits' });
  });

  it('installs nothing without a backup at that moment', async () => {
    await publish();
    const updates = start();
    await updates.check();
    fixture.backup = async () => ({ ok: false, problem: { kind: 'backup', reason: 'full' } });
    expect(await updates.install()).toMatchObject({ problem: { kind: 'backup', reason: 'full' } });
    fixture.backup = async () => ok({});
    const { ledger } = OPEN_SHIFT_FACTS;
    fixture.gate = { ...IDLE_FACTS, ledger: ledger && { ...ledger, openShifts: 0 } };
    expect(await updates.install()).toMatchObject({ problem: { reason: 'waits' } });
    expect(fixture.quits).toBe(0);
  });
});

describe('a till that does not install updates itself', () => {
  it.each([
    ['system', { platform: 'linux' }],
    ['fleet', { isFleetManaged: true }],
    ['hand', { platform: 'darwin' }],
  ] as const)(
    'only reports a new version if updates are installed by: %s',
    async (installedBy, options) => {
      await publish();
      const updates = start(options);
      expect(await updates.check()).toMatchObject({
        by: installedBy,
        offered: { version: '0.2.0', isReady: false },
      });
      expect(fixture.server.requestedPaths).toEqual(['/till/latest.yml']);
      expect(await updates.install()).toMatchObject({ problem: { reason: 'not-here' } });
      expect(fixture.quits).toBe(0);
    },
  );
});
