import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DebUpdater } from 'electron-updater/out/DebUpdater.js';
import { describe, expect, it } from 'vitest';
import { isWithinRollout } from '../../electron/shell/electron/updates/feed.ts';
import { createAppAdapter } from '../../electron/shell/electron/updates/nsis-updater.ts';
import { applySignedFeed } from '../../electron/shell/electron/updates/signed-provider.ts';
import { fileEntry } from './support.ts';
import { DEB, EXE, flipped, INSTALLER, NOW, OTHER, tillWithUpdates } from './updates.fixture.ts';

/** Which feeds a till believes, and which it refuses. */

const at = tillWithUpdates();
const { publish, start, pending } = at;

describe('a feed', () => {
  it.each([
    ['unsigned', () => at.server.files.delete('feed.json.sig')],
    ['wrong-key', () => at.server.files.set('feed.json.sig', Buffer.from('no signature'))],
    ['wrong-key', () => publish({}, OTHER)],
    [
      'wrong-key',
      () => {
        const raw = at.server.files.get('feed.json')?.toString() ?? '';
        at.server.files.set('feed.json', Buffer.from(raw.replace('0.2.0', '0.3.0')));
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
    ['not-a-feed', () => at.server.files.set('feed.json', Buffer.alloc(70_000, 'x'))],
    ['foreign-file', () => publish({ files: [fileEntry('http://evil.example/a.exe', INSTALLER)] })],
    ['foreign-file', () => publish({ files: [fileEntry('../../evil.exe', INSTALLER)] })],
    ['foreign-file', () => publish({ files: [fileEntry('..\\evil.exe', INSTALLER)] })],
    ['unreachable', () => at.server.files.delete('feed.json')],
    [
      'unreachable',
      () => {
        at.server.behave = (_path, request) => Boolean(request.socket.destroy());
      },
    ],
  ] as const)('is refused: %s', async (reason, wreck) => {
    publish();
    wreck();
    const updates = start();
    expect(await updates.look()).toMatchObject({ found: null, refused: reason });
    expect(pending()).toEqual([]);
    expect(await updates.install()).toMatchObject({ ok: false });
    expect(at.quits).toBe(0);
  });

  it('is refused where it is replayed, also after a restart, or another under the same number', async () => {
    publish({ serial: 9 });
    await start().look();
    publish({ serial: 8, version: '0.1.9' });
    expect(await start().look()).toMatchObject({ found: null, refused: 'replayed' });
    publish({ serial: 9, version: '0.1.9' });
    expect(await start().look()).toMatchObject({ found: null, refused: 'replayed' });
    publish({ serial: 10 });
    expect(await start().look()).toMatchObject({ found: { isReady: true }, refused: null });
  });

  it('keeps no number of a feed that was refused: nobody can lock others out by a high one', async () => {
    publish({ serial: 1_000_000 }, OTHER);
    await start().look();
    publish({ serial: 7 });
    expect(await start().look()).toMatchObject({ found: { isReady: true } });
  });

  it('is trusted by no program that was built without a key', async () => {
    publish();
    expect(await start({ keys: [] }).look()).toMatchObject({ found: null, refused: 'no-keys' });
  });

  it('is asked for by https alone, and without a password in its address', async () => {
    publish();
    for (const feed of [
      at.server.plainUrl,
      'ftp://localhost/',
      'https://a:b@localhost/',
      'nothing',
    ]) {
      expect(await start({ feed }).look()).toMatchObject({ found: null, refused: 'not-https' });
    }
    expect(at.server.asked).toEqual([]);
  });

  it('is not followed to another place, be it for the feed or for the file', async () => {
    publish();
    const elsewhere = [at.server.plainUrl, 'https://evil.example/till/', at.server.url];
    for (const part of ['feed.json', 'feed.json.sig', EXE]) {
      for (const place of elsewhere) {
        at.server.behave = (path, request, response) =>
          'encrypted' in request.socket &&
          path === `/till/${part}` &&
          sendTo(response, place + part);
        expect(await start().look(), `${part} ${place}`).toMatchObject({ refused: 'other-host' });
        expect(pending(), `${part} ${place}`).toEqual([]);
      }
    }
  });

  it('names an older version: nothing is installed, whatever the channel says', async () => {
    publish({ version: '0.0.9' });
    const updates = start();
    expect(await updates.look()).toMatchObject({ found: null, refused: 'older' });
    expect(updates.getNews()).toBeNull();
    expect(pending()).toEqual([]);
    publish({ serial: 8, version: '0.1.0' });
    expect(await start().look()).toMatchObject({ found: null, refused: null, later: null });
  });

  it('goes to a share of the tills, which is the same however often they ask', async () => {
    publish({ percent: 0 });
    expect(await start().look()).toMatchObject({ found: null, later: '0.2.0', refused: null });
    publish({ serial: 8, percent: 50 });
    const half = { version: '0.2.0', percent: 50 };
    const names = Array.from({ length: 200 }, (_, n) => ({ ...at.shares, posNumber: String(n) }));
    const first = names.map((name) => isWithinRollout(half, name));
    expect(names.map((name) => isWithinRollout(half, name))).toEqual(first);
    expect(names.map((name) => isWithinRollout({ ...half, percent: 100 }, name))).not.toContain(
      false,
    );
    expect(names.map((name) => isWithinRollout({ ...half, version: '0.3.0' }, name))).not.toEqual(
      first,
    );
    const share = first.filter(Boolean).length;
    expect(share).toBeGreaterThan(70);
    expect(share).toBeLessThan(130);
    for (const isIn of [true, false]) {
      at.shares = names[first.indexOf(isIn)] ?? at.shares;
      const { found } = await start({ platform: 'linux' }).look();
      expect(found !== null).toBe(isIn);
    }
  });
});

describe('the updater of a deb, which no till uses', () => {
  const ask = async (version: string) => {
    const folder = join(at.home, 'deb');
    mkdirSync(folder, { recursive: true });
    const updater = new DebUpdater(
      null,
      createAppAdapter({ version, folder, resourcesFolder: at.home }),
    );
    updater.logger = null;
    updater.channel = 'ring1';
    const { readFeed } = await import('../../electron/shell/electron/updates/feed.ts');
    const { fetchFeed } = await import('../../electron/shell/electron/updates/fetch-feed.ts');
    const address = new URL(at.server.url);
    applySignedFeed(updater, {
      folder: address,
      agent: at.server.agent,
      loadFeed: async () => {
        const { raw, signature } = await fetchFeed(address, at.server.agent);
        return readFeed(raw, signature, { keys: [NOW.publicKey], now: Date.now(), kept: null })
          .feed;
      },
      isWithinRollout: () => true,
    });
    updater.on('error', () => {});
    const found = await updater.checkForUpdates();
    return found?.isUpdateAvailable === true ? await updater.downloadUpdate() : null;
  };

  it('obeys the signed feed as well, and no channel makes it go back', async () => {
    publish();
    const [file = ''] = (await ask('0.1.0')) ?? [];
    expect(readFileSync(file)).toEqual(INSTALLER);
    publish({ version: '0.0.9' });
    expect(await ask('0.1.0')).toBeNull();
    publish({}, OTHER);
    await expect(ask('0.1.0')).rejects.toMatchObject({ reason: 'wrong-key' });
    publish();
    at.server.files.set(DEB, flipped(INSTALLER));
    rmSync(join(at.home, 'deb'), { recursive: true });
    await expect(ask('0.1.0')).rejects.toMatchObject({ code: 'ERR_CHECKSUM_MISMATCH' });
  });
});

it('reads a feed that was signed with openssl alone', async () => {
  const found = spawnSync('openssl', ['version']);
  if (found.status !== 0) return;
  publish();
  const key = join(at.home, 'key.pem');
  writeFileSync(key, NOW.privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const raw = join(at.home, 'feed.json');
  writeFileSync(raw, at.server.files.get('feed.json') ?? '');
  const made = spawnSync('openssl', ['pkeyutl', '-sign', '-rawin', '-inkey', key, '-in', raw]);
  expect(made.stderr.toString()).toBe('');
  at.server.files.set('feed.json.sig', Buffer.from(made.stdout.toString('base64')));
  expect(await start().look()).toMatchObject({ found: { isReady: true } });
});

function sendTo(response: ServerResponse, location: string): boolean {
  response.writeHead(302, { location }).end();
  return true;
}
