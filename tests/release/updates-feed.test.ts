import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UpdateRefusalReason } from '../../shared/contract/index.ts';
import { getNumericSeed, scaleRuns } from '../support/sampling.ts';
import { createUpdatesFixture, EXE, INSTALLER } from './updates.fixture.ts';

/** Which feeds and installers a till accepts, and which it rejects. */

const fixture = createUpdatesFixture();
const { publish, publishChanged, start, listPendingFiles } = fixture;
const SHA512 = '/'.repeat(88);

describe('a feed', () => {
  it.each<[UpdateRefusalReason, () => unknown]>([
    ['not-a-feed', () => fixture.server.files.set('latest.yml', Buffer.from('<html></html>'))],
    ['not-a-feed', () => fixture.server.files.set('latest.yml', Buffer.from('a: b: c'))],
    ['not-a-feed', () => fixture.server.files.set('latest.yml', Buffer.alloc(0))],
    ['not-a-feed', () => publishChanged({ version: undefined })],
    ['not-a-feed', () => publishChanged({ version: 'newest' })],
    ['not-a-feed', () => publishChanged({ files: undefined })],
    ['not-a-feed', () => publishChanged({ files: [] })],
    ['not-a-feed', () => publishChanged({ files: [{ url: EXE }] })],
    ['not-a-feed', () => publishChanged({ files: [{ url: 'a.deb', sha512: SHA512, size: 1 }] })],
    [
      'not-a-feed',
      () =>
        publishChanged({
          files: ['a.exe', 'b.exe'].map((url) => ({ url, sha512: SHA512, size: 1 })),
        }),
    ],
    ['not-a-feed', () => publishChanged({ files: [{ url: EXE, sha512: SHA512 }] })],
    ['not-a-feed', () => publishChanged({ note: 'a'.repeat(70_000) })],
    ['staging', () => publishChanged({ stagingPercentage: undefined })],
    ['staging', () => publishChanged({ stagingPercentage: 12.5 })],
    ['staging', () => publishChanged({ stagingPercentage: 'abc' })],
    ['staging', () => publishChanged({ stagingPercentage: '50' })],
    ['staging', () => publishChanged({ stagingPercentage: 101 })],
    [
      'other-host',
      () =>
        publishChanged({
          files: [{ url: fixture.server.otherUrl + EXE, sha512: SHA512, size: 1 }],
        }),
    ],
    [
      'other-host',
      () =>
        publishChanged({
          files: [{ url: fixture.server.plainUrl + EXE, sha512: SHA512, size: 1 }],
        }),
    ],
    [
      'broke-off',
      () => publishChanged({ files: [{ url: '../../evil.exe', sha512: SHA512, size: 1 }] }),
    ],
    [
      'broke-off',
      () => publishChanged({ files: [{ url: '..\\evil.exe', sha512: SHA512, size: 1 }] }),
    ],
    ['unreachable', () => fixture.server.files.delete('latest.yml')],
    [
      'unreachable',
      () => {
        fixture.server.handleRequest = (_path, request) => {
          request.socket.destroy();
          return true;
        };
      },
    ],
  ])('rejects a feed with reason %s, and installs nothing', async (reason, breakFeed) => {
    await publish();
    breakFeed();
    const updates = start();
    expect(await updates.check()).toMatchObject({ refused: reason });
    expect(updates.state().offered?.isReady ?? false).toBe(false);
    expect(listPendingFiles().filter((name) => !name.startsWith('temp-'))).toEqual([]);
    expect(await updates.install()).toMatchObject({ ok: false });
    expect(fixture.quits).toBe(0);
  });

  it('takes no installer but the published one, whatever the feed contains', async () => {
    await publish();
    const whole = fixture.server.files.get('latest.yml') ?? Buffer.alloc(0);
    const anyFeed = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc
        .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 })
        .map((changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) bytes.writeUInt8(value, at);
          return bytes;
        }),
      fc
        .record(
          {
            version: fc.oneof(fc.constantFrom('0.2.0', '99.0.0'), fc.jsonValue()),
            files: fc.oneof(
              fc.jsonValue(),
              fc.array(
                fc.record({
                  url: fc.oneof(fc.constantFrom(EXE, `../${EXE}`), fc.string()),
                  sha512: fc.oneof(fc.constant(SHA512), fc.jsonValue()),
                  size: fc.oneof(fc.constantFrom(INSTALLER.length, 1), fc.jsonValue()),
                }),
                { maxLength: 2 },
              ),
            ),
            path: fc.jsonValue(),
            sha512: fc.jsonValue(),
            stagingPercentage: fc.oneof(fc.constant(100), fc.jsonValue()),
            releaseDate: fc.jsonValue(),
          },
          { requiredKeys: [] },
        )
        .map((feed) => Buffer.from(JSON.stringify(feed))),
    );
    await fc.assert(
      fc.asyncProperty(anyFeed, async (feed) => {
        fixture.server.files.set('latest.yml', feed);
        const updates = start();
        const state = await updates.check();
        if (state.offered?.isReady === true)
          expect(readFileSync(fixture.getPendingFile())).toEqual(INSTALLER);
        else expect(await updates.install()).toMatchObject({ ok: false });
        expect(fixture.quits).toBe(0);
      }),
      { seed: getNumericSeed('update feeds'), numRuns: scaleRuns(20) },
    );
  });

  it('requests a feed only by https, and only without a password in its address', async () => {
    await publish();
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

  it('does not read a feed from a server whose certificate it does not trust', async () => {
    await publish();
    setDefaultCACertificates([]);
    expect(await start().check()).toMatchObject({ offered: null, refused: 'unreachable' });
    expect(fixture.server.requestedPaths).toEqual([]);
    setDefaultCACertificates([fixture.server.certificate]);
    expect(await start().check()).toMatchObject({ offered: { isReady: true } });
  });

  it('rejects every redirect, for the feed and for the installer', async () => {
    await publish();
    for (const part of ['latest.yml', EXE]) {
      for (const target of [fixture.server.plainUrl, fixture.server.otherUrl, fixture.server.url]) {
        fixture.server.requestedPaths.length = 0;
        fixture.server.handleRequest = (path, _request, response) =>
          path === `/till/${part}` && redirectTo(response, target + part);
        const label = `${part} ${target}`;
        expect(await start().check(), label).toMatchObject({ refused: 'other-host' });
        expect(
          fixture.server.requestedPaths.filter((path) => path.endsWith(part)),
          label,
        ).toEqual([`/till/${part}`]);
      }
    }
  });

  it('rejects a feed with an older version, whatever the channel of the installer is', async () => {
    publishChanged({ version: '0.0.9' });
    const updates = start();
    expect(await updates.check()).toMatchObject({ offered: null, refused: 'older' });
    expect(updates.getUpdateStatus()).toBeNull();
    expect(fixture.server.requestedPaths).toEqual(['/till/latest.yml']);
    publishChanged({ version: '0.1.0' });
    expect(await start().check()).toMatchObject({ offered: null, refused: null, later: null });
  });

  it('offers an update to a percentage of the tills, which is the same at each request', async () => {
    await publish(0);
    expect(await start().check()).toMatchObject({ offered: null, later: '0.2.0', refused: null });
    const isOfferedAt = async (percent: number): Promise<boolean> => {
      await publish(percent);
      return (await start({ platform: 'linux' }).check()).offered !== null;
    };
    const shares = Array.from({ length: 21 }, (_, index) => index * 5);
    const results: boolean[] = [];
    for (const percent of shares) results.push(await isOfferedAt(percent));
    // From its own place in the row on, this till is always among the share.
    expect(results).toEqual(results.toSorted((one, other) => Number(one) - Number(other)));
    expect(results.at(-1)).toBe(true);
    for (const [index, percent] of shares.entries())
      expect(await isOfferedAt(percent)).toBe(results[index]);
  });
});

describe('the publisher of an installer', () => {
  it.each([
    ['another publisher', 'CN=Evil, O=Evil, C=MX'],
    ['another company of the same name', 'CN=Mostrador, O=Evil, C=MX'],
    // electron-updater alone would accept this.
    ['nobody knows whom, because PowerShell cannot run', null],
  ])('rejects an installer signed by %s', async (_name, signer) => {
    await publish();
    fixture.setSigner(signer);
    const updates = start();
    expect(await updates.check()).toMatchObject({ refused: 'not-publisher' });
    expect(updates.state().offered).toBeNull();
    expect(listPendingFiles()).toEqual([]);
    expect(await updates.install()).toMatchObject({ ok: false });
    expect(fixture.quits).toBe(0);
  });

  it('rejects an unsigned installer when PowerShell fails once', async () => {
    await publish();
    fixture.failPowerShellOnce();
    const updates = start();
    expect(await updates.check()).toMatchObject({ refused: 'not-publisher' });
    expect(updates.state().offered).toBeNull();
    expect(listPendingFiles()).toEqual([]);
  });

  it.each([EXE, '../../victim.exe', '../../../../victim.exe'])(
    'verifies an installer that it finds on the disk: %s',
    async (fileName) => {
      await publish();
      await start().check();
      const pendingFolder = dirname(fixture.getPendingFile());
      const updateInfoFile = join(pendingFolder, 'update-info.json');
      const updateInfo = JSON.parse(readFileSync(updateInfoFile, 'utf8'));
      writeFileSync(join(pendingFolder, fileName), INSTALLER);
      writeFileSync(updateInfoFile, JSON.stringify({ ...updateInfo, fileName }));
      fixture.setSigner('CN=Evil, O=Evil, C=MX');
      const updates = start();
      expect((await updates.check()).refused).toMatch(/^(not-publisher|swapped)$/);
      expect(updates.state().offered).toBeNull();
      expect(listPendingFiles()).toEqual([]);
    },
  );

  it('deletes a withdrawn installer that an earlier run downloaded', async () => {
    await publish();
    await start().check();
    await publish(0);
    await start().check();
    expect(listPendingFiles()).toEqual([]);
  });

  it.each([null, 'null', '"Mostrador"'])(
    'downloads nothing if the installed program names no publisher: %s',
    async (publisher) => {
      await publish();
      fixture.setPublisher(publisher);
      expect(await start().check()).toMatchObject({ offered: null, refused: 'no-publisher' });
      expect(fixture.server.requestedPaths).toEqual([]);
      expect(await start({ platform: 'linux' }).check()).toMatchObject({
        offered: { version: '0.2.0', isReady: false },
        refused: null,
      });
    },
  );
});

describe('the proxy of the shop', () => {
  it('reads feed and installer through it', async () => {
    await publish();
    const targets: (string | undefined)[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      targets.push(request.url);
      const { hostname, port } = new URL(`https://${request.url}`);
      const upstream = connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      for (const part of [socket, upstream]) part.on('error', () => part.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    expect(await start({ proxy: `http://127.0.0.1:${port}` }).check()).toMatchObject({
      offered: { isReady: true },
    });
    const { host } = new URL(fixture.server.url);
    expect(targets).toEqual([host, host]);
    proxy.close();
    proxy.closeAllConnections();
  });

  it.each([
    ['the proxy, once', true, [['shop', 'p@ss'], []]],
    ['no server', false, [[], []]],
  ])('gives the password to %s', async (_name, isProxy, expectedAnswers) => {
    await publish();
    const answers: unknown[][] = [];
    fixture.onRequest = (request) => {
      const ask = () =>
        request.emit('login', { isProxy }, (...answer: unknown[]) => answers.push(answer));
      for (const question of [ask, ask]) queueMicrotask(question);
      fixture.onRequest = () => {};
    };
    await start({ platform: 'linux', proxy: 'http://shop:p%40ss@127.0.0.1:1' }).check();
    expect(answers).toEqual(expectedAnswers);
  });
});

describe('the limits of a request', () => {
  it.each([
    ['unreachable', 'latest.yml', 120_000, 'silence'],
    ['unreachable', 'latest.yml', 120_000, 'drip'],
    ['broke-off', EXE, 120_000, 'silence'],
    ['broke-off', EXE, 3_600_000, 'drip'],
  ] as const)(
    'gives up with reason %s if %s is not there after %i ms of %s',
    async (reason, part, limitMs, answer) => {
      await publish();
      const timers: { readonly milliseconds: number; readonly onTime: () => void }[] = [];
      const expire = () =>
        timers.findLast(({ milliseconds }) => milliseconds === limitMs)?.onTime();
      const closed = Promise.withResolvers<void>();
      fixture.server.handleRequest = (path, request, response) => {
        if (path !== `/till/${part}`) return false;
        request.socket.once('close', () => closed.resolve());
        if (answer === 'drip') response.write('v');
        setImmediate(expire);
        return true;
      };
      const updates = start({
        after: (milliseconds, onTime) => {
          timers.push({ milliseconds, onTime });
          return () => {};
        },
      });
      expect(await updates.check()).toMatchObject({ refused: reason, doing: null });
      await closed.promise;
      fixture.server.handleRequest = () => false;
      expect(await start().check()).toMatchObject({ offered: { isReady: true }, refused: null });
    },
  );

  it.each([
    ['not-a-feed', 'latest.yml'],
    ['changed', EXE],
  ])(
    'gives up with reason %s, and closes the connection, if %s does not end',
    async (reason, part) => {
      await publish();
      const closed = Promise.withResolvers<void>();
      fixture.server.handleRequest = (path, request, response) => {
        if (path !== `/till/${part}`) return false;
        const sendMore = () => response.write(Buffer.alloc(65_536));
        response.on('drain', sendMore);
        request.socket.once('close', () => closed.resolve());
        while (sendMore());
        return true;
      };
      expect(await start().check()).toMatchObject({ refused: reason });
      await closed.promise;
      await expect.poll(listOpenDownloads).toEqual([]);
      expect(listPendingFiles()).toEqual([]);
    },
  );
});

/** The files of downloads that this process has not closed. */
function listOpenDownloads(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${name}`);
      return file.includes('temp-') ? [file] : [];
    } catch {
      return [];
    }
  });
}

it('downloads the whole installer, and no block map', async () => {
  await publish();
  await start().check();
  expect(fixture.server.requestedPaths).toEqual(['/till/latest.yml', `/till/${EXE}`]);
  expect(INSTALLER.length).toBeGreaterThan(100_000);
});

function redirectTo(response: ServerResponse, location: string): boolean {
  response.writeHead(302, { location }).end();
  return true;
}
