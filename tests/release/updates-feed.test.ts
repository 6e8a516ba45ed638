import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DebUpdater } from 'electron-updater/out/DebUpdater.js';
import { describe, expect, it } from 'vitest';
import { isWithinRollout } from '../../electron/shell/electron/updates/feed.ts';
import { createAppAdapter } from '../../electron/shell/electron/updates/nsis-updater.ts';
import { applySignedFeed } from '../../electron/shell/electron/updates/signed-provider.ts';
import { createFileEntry } from './feed-server.ts';
import {
  createUpdatesFixture,
  DEB,
  EXE,
  flipBit,
  INSTALLER,
  NOW,
  OTHER,
} from './updates.fixture.ts';

/** Which feeds a till accepts, and which it rejects. */

const fixture = createUpdatesFixture();
const { publish, start, listPendingFiles } = fixture;

describe('a feed', () => {
  it.each([
    ['unsigned', () => fixture.server.files.delete('feed.json.sig')],
    ['wrong-key', () => fixture.server.files.set('feed.json.sig', Buffer.from('no signature'))],
    ['wrong-key', () => publish({}, OTHER)],
    [
      'wrong-key',
      () => {
        const raw = fixture.server.files.get('feed.json')?.toString() ?? '';
        fixture.server.files.set('feed.json', Buffer.from(raw.replace('0.2.0', '0.3.0')));
      },
    ],
    ['expired', () => publish({ expires: new Date(Date.now() - 1_000).toISOString() })],
    ['staging', () => publish({ percent: 'abc' })],
    ['staging', () => publish({ percent: undefined })],
    ['staging', () => publish({ percent: 101 })],
    ['not-a-feed', () => publish({ version: '0.2.0-evil' })],
    ['not-a-feed', () => publish({ format: 2 })],
    ['not-a-feed', () => publish({ files: [] })],
    ['not-a-feed', () => publish({ files: [{ name: EXE, size: 1, sha512: '' }] })],
    ['not-a-feed', () => fixture.server.files.set('feed.json', Buffer.alloc(70_000, 'x'))],
    [
      'foreign-file',
      () => publish({ files: [createFileEntry('http://evil.example/a.exe', INSTALLER)] }),
    ],
    ['foreign-file', () => publish({ files: [createFileEntry('../../evil.exe', INSTALLER)] })],
    ['foreign-file', () => publish({ files: [createFileEntry('..\\evil.exe', INSTALLER)] })],
    ['unreachable', () => fixture.server.files.delete('feed.json')],
    [
      'unreachable',
      () => {
        fixture.server.handleRequest = (_path, request) => Boolean(request.socket.destroy());
      },
    ],
  ] as const)('rejects a feed with reason %s, and installs nothing', async (reason, breakFeed) => {
    publish();
    breakFeed();
    const updates = start();
    expect(await updates.check()).toMatchObject({ offered: null, refused: reason });
    expect(listPendingFiles()).toEqual([]);
    expect(await updates.install()).toMatchObject({ ok: false });
    expect(fixture.quits).toBe(0);
  });

  it('rejects a replayed feed, also after a restart, and another feed with the same serial', async () => {
    publish({ serial: 9 });
    await start().check();
    publish({ serial: 8, version: '0.1.9' });
    expect(await start().check()).toMatchObject({ offered: null, refused: 'replayed' });
    publish({ serial: 9, version: '0.1.9' });
    expect(await start().check()).toMatchObject({ offered: null, refused: 'replayed' });
    publish({ serial: 10 });
    expect(await start().check()).toMatchObject({ offered: { isReady: true }, refused: null });
  });

  it('does not store the serial of a rejected feed, so that a high one cannot block later feeds', async () => {
    publish({ serial: 1_000_000 }, OTHER);
    await start().check();
    publish({ serial: 7 });
    expect(await start().check()).toMatchObject({ offered: { isReady: true } });
  });

  it('rejects every feed in a program that was built without a key', async () => {
    publish();
    expect(await start({ keys: [] }).check()).toMatchObject({ offered: null, refused: 'no-keys' });
  });

  it('requests a feed only by https, and only without a password in its address', async () => {
    publish();
    for (const feed of [
      fixture.server.plainUrl,
      'ftp://localhost/',
      'https://a:b@localhost/',
      'nothing',
    ]) {
      expect(await start({ feed }).check()).toMatchObject({ offered: null, refused: 'not-https' });
    }
    expect(fixture.server.requestedPaths).toEqual([]);
  });

  it('rejects redirects to another address, for the feed and for the installer', async () => {
    publish();
    const otherPlaces = [fixture.server.plainUrl, 'https://evil.example/till/', fixture.server.url];
    for (const part of ['feed.json', 'feed.json.sig', EXE]) {
      for (const redirectTarget of otherPlaces) {
        fixture.server.handleRequest = (path, request, response) =>
          'encrypted' in request.socket &&
          path === `/till/${part}` &&
          redirectTo(response, redirectTarget + part);
        expect(await start().check(), `${part} ${redirectTarget}`).toMatchObject({
          refused: 'other-host',
        });
        expect(listPendingFiles(), `${part} ${redirectTarget}`).toEqual([]);
      }
    }
  });

  it('rejects a feed with an older version, whatever the channel is', async () => {
    publish({ version: '0.0.9' });
    const updates = start();
    expect(await updates.check()).toMatchObject({ offered: null, refused: 'older' });
    expect(updates.getNews()).toBeNull();
    expect(listPendingFiles()).toEqual([]);
    publish({ serial: 8, version: '0.1.0' });
    expect(await start().check()).toMatchObject({ offered: null, refused: null, later: null });
  });

  it('offers an update to a percentage of the tills, which is the same at each request', async () => {
    publish({ percent: 0 });
    expect(await start().check()).toMatchObject({ offered: null, later: '0.2.0', refused: null });
    publish({ serial: 8, percent: 50 });
    const rollout = { version: '0.2.0', percent: 50 };
    const names = Array.from({ length: 200 }, (_, index) => ({
      ...fixture.shares,
      posNumber: String(index),
    }));
    const results = names.map((name) => isWithinRollout(rollout, name));
    expect(names.map((name) => isWithinRollout(rollout, name))).toEqual(results);
    expect(names.map((name) => isWithinRollout({ ...rollout, percent: 100 }, name))).not.toContain(
      false,
    );
    expect(
      names.map((name) => isWithinRollout({ ...rollout, version: '0.3.0' }, name)),
    ).not.toEqual(results);
    const includedCount = results.filter(Boolean).length;
    expect(includedCount).toBeGreaterThan(70);
    expect(includedCount).toBeLessThan(130);
    for (const isIncluded of [true, false]) {
      fixture.shares = names[results.indexOf(isIncluded)] ?? fixture.shares;
      const { offered } = await start({ platform: 'linux' }).check();
      expect(offered !== null).toBe(isIncluded);
    }
  });
});

describe('the updater of a deb, which no till uses', () => {
  const downloadUpdate = async (version: string) => {
    const folder = join(fixture.home, 'deb');
    mkdirSync(folder, { recursive: true });
    const updater = new DebUpdater(
      null,
      createAppAdapter({ version, folder, resourcesFolder: fixture.home }),
    );
    updater.logger = null;
    updater.channel = 'ring1';
    const { readFeed } = await import('../../electron/shell/electron/updates/feed.ts');
    const { fetchFeed } = await import('../../electron/shell/electron/updates/fetch-feed.ts');
    const address = new URL(fixture.server.url);
    applySignedFeed(updater, {
      folder: address,
      agent: fixture.server.agent,
      loadFeed: async () => {
        const { raw, signature } = await fetchFeed(address, fixture.server.agent);
        return readFeed(raw, signature, { keys: [NOW.publicKey], now: Date.now(), accepted: null })
          .feed;
      },
      isWithinRollout: () => true,
    });
    updater.on('error', () => {});
    const update = await updater.checkForUpdates();
    return update?.isUpdateAvailable === true ? await updater.downloadUpdate() : null;
  };

  it('requires the signed feed for a deb too, and never downgrades by channel', async () => {
    publish();
    const [file = ''] = (await downloadUpdate('0.1.0')) ?? [];
    expect(readFileSync(file)).toEqual(INSTALLER);
    publish({ version: '0.0.9' });
    expect(await downloadUpdate('0.1.0')).toBeNull();
    publish({}, OTHER);
    await expect(downloadUpdate('0.1.0')).rejects.toMatchObject({ reason: 'wrong-key' });
    publish();
    fixture.server.files.set(DEB, flipBit(INSTALLER));
    rmSync(join(fixture.home, 'deb'), { recursive: true });
    await expect(downloadUpdate('0.1.0')).rejects.toMatchObject({ code: 'ERR_CHECKSUM_MISMATCH' });
  });
});

it('accepts a feed that was signed with openssl alone', async () => {
  const opensslResult = spawnSync('openssl', ['version']);
  if (opensslResult.status !== 0) return;
  publish();
  const key = join(fixture.home, 'key.pem');
  writeFileSync(key, NOW.privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const raw = join(fixture.home, 'feed.json');
  writeFileSync(raw, fixture.server.files.get('feed.json') ?? '');
  const signResult = spawnSync('openssl', [
    'pkeyutl',
    '-sign',
    '-rawin',
    '-inkey',
    key,
    '-in',
    raw,
  ]);
  expect(signResult.stderr.toString()).toBe('');
  fixture.server.files.set('feed.json.sig', Buffer.from(signResult.stdout.toString('base64')));
  expect(await start().check()).toMatchObject({ offered: { isReady: true } });
});

function redirectTo(response: ServerResponse, location: string): boolean {
  response.writeHead(302, { location }).end();
  return true;
}
