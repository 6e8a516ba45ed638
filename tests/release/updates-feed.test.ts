import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { UpdateRefusalReason } from '../../shared/contract/index.ts';
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
    ['not-a-feed', () => publishChanged({ files: [{ url: 'a.deb', sha512: SHA512 }] })],
    [
      'not-a-feed',
      () => publishChanged({ files: ['a.exe', 'b.exe'].map((url) => ({ url, sha512: SHA512 })) }),
    ],
    ['staging', () => publishChanged({ stagingPercentage: 'abc' })],
    ['staging', () => publishChanged({ stagingPercentage: '50' })],
    ['staging', () => publishChanged({ stagingPercentage: 101 })],
    [
      'other-host',
      () => publishChanged({ files: [{ url: fixture.server.otherUrl + EXE, sha512: SHA512 }] }),
    ],
    [
      'other-host',
      () => publishChanged({ files: [{ url: fixture.server.plainUrl + EXE, sha512: SHA512 }] }),
    ],
    ['broke-off', () => publishChanged({ files: [{ url: '../../evil.exe', sha512: SHA512 }] })],
    ['broke-off', () => publishChanged({ files: [{ url: '..\\evil.exe', sha512: SHA512 }] })],
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

  it('rejects redirects to another host and to http, for the feed and for the installer', async () => {
    await publish();
    for (const part of ['latest.yml', EXE]) {
      for (const target of [fixture.server.plainUrl, fixture.server.otherUrl]) {
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
    expect(updates.getNews()).toBeNull();
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

  it('sends the password once if the proxy asks for it, and then gives up', async () => {
    await publish();
    const answers: unknown[][] = [];
    fixture.onRequest = (request) => {
      const ask = () => request.emit('login', {}, (...answer: unknown[]) => answers.push(answer));
      for (const question of [ask, ask]) queueMicrotask(question);
      fixture.onRequest = () => {};
    };
    await start({ platform: 'linux', proxy: 'http://shop:p%40ss@127.0.0.1:1' }).check();
    expect(answers).toEqual([['shop', 'p@ss'], []]);
  });
});

it.each([
  ['unreachable', 'latest.yml'],
  ['broke-off', EXE],
])('gives up with reason %s if the server stops answering for %s', async (reason, part) => {
  await publish();
  let expire = (): void => {};
  fixture.server.handleRequest = (path) => {
    if (path !== `/till/${part}`) return false;
    setImmediate(expire);
    return true;
  };
  const updates = start({
    after: (_milliseconds, onTime) => {
      expire = onTime;
      return () => {};
    },
  });
  expect(await updates.check()).toMatchObject({ refused: reason, doing: null });
  fixture.server.handleRequest = () => false;
  expect(await start().check()).toMatchObject({ offered: { isReady: true }, refused: null });
});

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
