import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createFeedKey,
  createFileEntry,
  type FeedServer,
  signFeed,
  startFeedServer,
} from '../release/feed-server.ts';
import { ROOT } from '../support/till-process.ts';
import { test as base, expect, OWNER, openBackOfficePage } from './support/index.ts';

/**
 * The updates page and its status indicator, with a feed on this computer. This tests the till that
 * only reports, as on every system except Windows; tests/release installs.
 */

const KEY = createFeedKey();
const TRUST = pathToFileURL(join(ROOT, 'tests', 'support', 'trust-feed-key.ts')).href;
const initialEnvironment = { ...process.env };

const test = base.extend<{ readonly feed: FeedServer }>({
  feed: async ({ shell }, use) => {
    if (shell !== 'browser') throw new Error('only the browser shell trusts the key of the feed');
    const server = await startFeedServer();
    await use(server);
    await server.close();
  },
  provisioning: async ({ feed }, use) => {
    const caFile = join(tmpdir(), `till-feed-${process.pid}.pem`);
    writeFileSync(caFile, feed.certificate);
    await use({ caFile, updates: { feed: feed.url } });
    rmSync(caFile);
  },
});
test.use({ shell: 'browser' });
test.beforeAll(() => {
  process.env.NODE_OPTIONS = `${initialEnvironment.NODE_OPTIONS ?? ''} --import ${TRUST}`;
  process.env.TEST_FEED_KEY = KEY.publicKey
    .export({ type: 'spki', format: 'der' })
    .toString('base64');
});
test.afterAll(() => {
  for (const name of ['NODE_OPTIONS', 'TEST_FEED_KEY']) {
    if (initialEnvironment[name] === undefined) delete process.env[name];
    else process.env[name] = initialEnvironment[name];
  }
});

function publish(feed: FeedServer, changes: Readonly<Record<string, unknown>>, key = KEY): void {
  const { raw, signature } = signFeed(
    {
      format: 1,
      serial: 1,
      version: '9.0.0',
      released: new Date().toISOString(),
      expires: new Date(Date.now() + 86_400_000).toISOString(),
      percent: 100,
      files: [createFileEntry('Mostrador-Setup-9.0.0.exe', Buffer.from('an installer'))],
      ...changes,
    },
    key,
  );
  feed.files.set('feed.json', raw);
  feed.files.set('feed.json.sig', signature);
}

test('shows an owner the offered version, what it waits for and why a feed was rejected', async ({
  counter,
  feed,
  till,
}) => {
  const { page } = counter;
  // The key has no effect while the till reads the feed.
  const checkForUpdates = async (): Promise<void> => {
    await expect(
      page.getByRole('button', { name: counter.getText('updates.check') }),
    ).toBeEnabled();
    await counter.press('F1');
  };
  publish(feed, {});
  await counter.signIn(OWNER.name, OWNER.pin);
  await openBackOfficePage(counter, 'es-MX', 'updates');
  await checkForUpdates();
  await counter.expectText(counter.getText('updates.offered.system'));
  await expect(page.getByRole('button', { name: counter.getText('updates.install') })).toHaveCount(
    0,
  );

  await test.step('shows the version in the status indicator', async () => {
    await page.getByRole('button', { name: /Versión 9\.0\.0/ }).click();
    await expect(page.getByRole('dialog')).toContainText('9.0.0');
    await counter.press('Escape');
  });

  await test.step('rejects a feed with a foreign signature, a replayed and a withdrawn one', async () => {
    const expectRefused = async (reason: RegExp): Promise<void> => {
      await checkForUpdates();
      await counter.expectText(reason);
    };
    publish(feed, { serial: 2 }, createFeedKey());
    await expectRefused(/La firma del anuncio no es de quien hace Mostrador/);
    publish(feed, { serial: 3, percent: 0 });
    await expectRefused(/a esta caja todavía no le toca/);
    publish(feed, { serial: 2 });
    await expectRefused(/más viejo que uno que esta caja ya tomó/);
    publish(feed, { serial: 4, version: '0.0.1' });
    await expectRefused(/la caja nunca regresa a una versión anterior/);
  });

  await test.step('records for an installer whether the till stopped in order', async () => {
    const expectLastExit = (state: string): Promise<void> =>
      expect
        .poll(() => readFileSync(join(till.profile, 'last-exit'), 'utf8').split('\n')[0])
        .toBe(state);
    await expectLastExit('running');
    await till.stop();
    await expectLastExit('clean');
    await till.start();
    await expectLastExit('running');
    await till.kill();
    await expectLastExit('running');
  });
});
