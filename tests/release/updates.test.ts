import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../../shared/contract/index.ts';
import {
  EXE,
  flipped,
  INSTALLER,
  NEXT,
  OTHER,
  QUIET,
  tillWithUpdates,
  WITH_SHIFT,
} from './updates.fixture.ts';

/** What a till does with a feed that it believes; the feed itself is in updates-feed.test.ts. */

const at = tillWithUpdates();
const { publish, start, pending, pendingFile, called } = at;

describe('an update that is good', () => {
  it('is downloaded, and installed once an owner asks: after the till, by the system’s question', async () => {
    publish();
    const updates = start();
    expect(await updates.look()).toMatchObject({
      by: 'owner',
      found: { version: '0.2.0', isReady: true },
      refused: null,
      waitsFor: [],
    });
    expect(updates.getNews()).toEqual({
      by: 'owner',
      version: '0.2.0',
      isReady: true,
      refused: null,
      waitsFor: [],
    });
    expect(readFileSync(pendingFile())).toEqual(INSTALLER);
    expect(await updates.install()).toEqual(ok({}));
    expect(at.quits).toBe(1);
    expect(existsSync(called())).toBe(false);
    await updates.installOnQuit();
    await expect.poll(() => existsSync(called())).toBe(true);
    expect(readFileSync(called(), 'utf8').split('\n')).toEqual([
      pendingFile(),
      '--updated',
      '/S',
      '--force-run',
      '',
    ]);
  });

  it('is taken with the next key as with the one of now, and with no other', async () => {
    publish({}, NEXT);
    expect(await start().look()).toMatchObject({ found: { isReady: true } });
    publish({ serial: 8 }, OTHER);
    expect(await start().look()).toMatchObject({ found: null, refused: 'wrong-key' });
  });

  it('is not fetched again after a restart, or a power cut, between download and installation', async () => {
    publish();
    await start().look();
    at.server.asked.length = 0;
    const updates = start();
    expect(await updates.look()).toMatchObject({ found: { isReady: true } });
    expect(at.server.asked).toEqual(['/till/feed.json', '/till/feed.json.sig']);
  });

  it('is fetched anew where a power cut left half of it', async () => {
    publish();
    await start().look();
    writeFileSync(pendingFile(), INSTALLER.subarray(0, 1_000));
    expect(await start().look()).toMatchObject({ found: { isReady: true } });
    expect(readFileSync(pendingFile())).toEqual(INSTALLER);
  });

  it('is not installed by a quit that nobody asked it of', async () => {
    publish();
    const updates = start();
    await updates.look();
    await updates.installOnQuit();
    expect(existsSync(called())).toBe(false);
  });

  it('is said to have failed if the old version starts again', async () => {
    publish();
    const updates = start();
    await updates.look();
    await updates.install();
    await updates.installOnQuit();
    await expect.poll(() => existsSync(called())).toBe(true);
    expect(start().state().refused).toBe('not-installed');
    const again = start();
    expect(again.getNews()).toMatchObject({ refused: 'not-installed' });
    again.start();
    expect(await again.look()).toMatchObject({ refused: null, found: { isReady: true } });
    again.stop();
    expect(start({ version: '0.2.0' }).state().refused).toBeNull();
  });
});

describe('a file', () => {
  it.each([
    ['changed', (response: ServerResponse) => response.end(flipped(INSTALLER))],
    ['changed', (response: ServerResponse) => response.end(Buffer.concat([INSTALLER, INSTALLER]))],
    ['broke-off', (response: ServerResponse) => response.writeHead(500).end()],
    [
      'broke-off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': INSTALLER.length });
        response.write(INSTALLER.subarray(0, 50_000), () => response.destroy());
      },
    ],
  ] as const)('is refused: %s', async (reason, answer) => {
    publish();
    at.server.behave = (path, _request, response) => {
      if (path !== `/till/${EXE}`) return false;
      answer(response);
      return true;
    };
    const updates = start();
    expect(await updates.look()).toMatchObject({ refused: reason });
    expect(updates.state().found?.isReady ?? false).toBe(false);
    expect(existsSync(pendingFile())).toBe(false);
    expect(await updates.install()).toMatchObject({ ok: false });
    expect(at.quits).toBe(0);
  });

  it('that fills the disk is given up, and fetched again once there is room', async () => {
    publish();
    const folder = join(at.home, 'profile/updates/downloads/mostrador-updater/pending');
    for (const name of [`temp-${EXE}`, `0-temp-${EXE}`, `1-temp-${EXE}`]) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    // The name that it takes after those: every byte that is written there meets a full disk.
    symlinkSync('/dev/full', join(folder, `2-temp-${EXE}`));
    const updates = start();
    expect(await updates.look()).toMatchObject({
      refused: 'disk-full',
      found: { version: '0.2.0', isReady: false },
    });
    expect(updates.getNews()).toMatchObject({ refused: 'disk-full', isReady: false });
    expect(await updates.look()).toMatchObject({ refused: null, found: { isReady: true } });
  });

  it('that was swapped after its check is not installed, neither before nor at the end', async () => {
    publish();
    const updates = start();
    await updates.look();
    at.backup = async () => {
      writeFileSync(pendingFile(), 'evil');
      return ok({});
    };
    expect(await updates.install()).toMatchObject({
      problem: { kind: 'update', reason: 'swapped' },
    });
    expect(at.quits).toBe(0);
    expect(pending()).toEqual([]);

    at.backup = async () => ok({});
    await updates.look();
    expect(await updates.install()).toEqual(ok({}));
    writeFileSync(pendingFile(), 'evil');
    await updates.installOnQuit();
    expect(existsSync(called())).toBe(false);
    expect(start().getNews()).toMatchObject({ refused: 'swapped' });
  });

  it('of a version that was withdrawn is dropped, and not installed', async () => {
    publish();
    const updates = start();
    await updates.look();
    publish({ serial: 8, percent: 0 });
    expect(await updates.install()).toMatchObject({ problem: { reason: 'withdrawn' } });
    expect(updates.state()).toMatchObject({ found: null, later: '0.2.0' });
    expect(pending()).toEqual([]);
    expect(at.quits).toBe(0);
  });

  it('is not installed while nobody can say whether it was withdrawn', async () => {
    publish();
    const updates = start();
    await updates.look();
    at.server.behave = (_path, request) => Boolean(request.socket.destroy());
    expect(await updates.install()).toMatchObject({ problem: { reason: 'unreachable' } });
    expect(updates.state()).toMatchObject({ found: { version: '0.2.0' } });
    expect(at.quits).toBe(0);
  });
});

describe('the gate', () => {
  it('is asked first, again after the backup, and again once the till has closed its files', async () => {
    publish();
    const updates = start();
    await updates.look();
    at.gate = WITH_SHIFT;
    expect(updates.getNews()).toMatchObject({ isReady: true, waitsFor: ['open-shift'] });
    expect(await updates.install()).toMatchObject({ problem: { reason: 'waits' } });
    at.gate = QUIET;
    at.backup = async () => {
      at.gate = { ...QUIET, isSending: true };
      return ok({});
    };
    expect(await updates.install()).toMatchObject({ problem: { reason: 'waits' } });
    at.gate = QUIET;
    at.backup = async () => ok({});
    expect(await updates.install()).toEqual(ok({}));
    at.gate = WITH_SHIFT;
    await updates.installOnQuit();
    expect(existsSync(called())).toBe(false);
    expect(start().getNews()).toMatchObject({ refused: 'waits' });
  });

  it('lets nothing through without the backup of right now', async () => {
    publish();
    const updates = start();
    await updates.look();
    at.backup = async () => ({ ok: false, problem: { kind: 'backup', reason: 'full' } });
    expect(await updates.install()).toMatchObject({ problem: { kind: 'backup', reason: 'full' } });
    at.backup = async () => ok({});
    const { ledger } = WITH_SHIFT;
    at.gate = { ...QUIET, ledger: ledger && { ...ledger, openShifts: 0 } };
    expect(await updates.install()).toMatchObject({ problem: { reason: 'waits' } });
    expect(at.quits).toBe(0);
  });
});

describe('a till that does not install by itself', () => {
  it.each([
    ['system', { platform: 'linux' }],
    ['fleet', { isFleets: true }],
    ['hand', { platform: 'darwin' }],
  ] as const)('only says what there is: %s', async (by, given) => {
    publish();
    const updates = start(given);
    expect(await updates.look()).toMatchObject({ by, found: { version: '0.2.0', isReady: false } });
    expect(at.server.asked).toEqual(['/till/feed.json', '/till/feed.json.sig']);
    expect(await updates.install()).toMatchObject({ problem: { reason: 'not-here' } });
    expect(at.quits).toBe(0);
  });
});
