import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type FeedServer,
  fileEntry,
  makeFeedKey,
  serveFeeds,
  signedFeed,
} from '../release/support.ts';
import { ROOT } from '../support/till-process.ts';
import { test as base, expect, OWNER, openBackOfficePage } from './support/index.ts';

/**
 * The room of updates and its light, on a feed of this computer. What is tried here is the till that
 * only reports, as on every system but Windows; tests/release installs.
 */

const KEY = makeFeedKey();
const TRUST = pathToFileURL(join(ROOT, 'tests', 'support', 'trust-feed-key.ts')).href;
const before = { ...process.env };

const test = base.extend<{ readonly feed: FeedServer }>({
  feed: async ({ shell }, use) => {
    if (shell !== 'browser')
      throw new Error('the feed’s key is trusted by the browser shell alone');
    const server = await serveFeeds();
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
  process.env.NODE_OPTIONS = `${before.NODE_OPTIONS ?? ''} --import ${TRUST}`;
  process.env.TEST_FEED_KEY = KEY.publicKey
    .export({ type: 'spki', format: 'der' })
    .toString('base64');
});
test.afterAll(() => {
  for (const name of ['NODE_OPTIONS', 'TEST_FEED_KEY']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

function publish(feed: FeedServer, changes: Readonly<Record<string, unknown>>, key = KEY): void {
  const { raw, signature } = signedFeed(
    {
      format: 1,
      serial: 1,
      version: '9.0.0',
      released: new Date().toISOString(),
      expires: new Date(Date.now() + 86_400_000).toISOString(),
      percent: 100,
      files: [fileEntry('Mostrador-Setup-9.0.0.exe', Buffer.from('an installer'))],
      ...changes,
    },
    key,
  );
  feed.files.set('feed.json', raw);
  feed.files.set('feed.json.sig', signature);
}

test('an owner sees by keyboard which version there is, what it waits for, and why one was refused', async ({
  counter,
  feed,
  till,
}) => {
  const { page } = counter;
  // While the till reads the feed, the key does nothing.
  const look = async (): Promise<void> => {
    await expect(page.getByRole('button', { name: counter.getText('updates.look') })).toBeEnabled();
    await counter.press('F1');
  };
  publish(feed, {});
  await counter.signIn(OWNER.name, OWNER.pin);
  await openBackOfficePage(counter, 'es-MX', 'updates');
  await look();
  await counter.expectText(counter.getText('updates.offered.system'));
  await expect(page.getByRole('button', { name: counter.getText('updates.install') })).toHaveCount(
    0,
  );

  await test.step('the light tells everybody', async () => {
    await page.getByRole('button', { name: /Versión 9\.0\.0/ }).click();
    await expect(page.getByRole('dialog')).toContainText('9.0.0');
    await counter.press('Escape');
  });

  await test.step('signed by somebody else, replayed, withdrawn: refused in words', async () => {
    const refused = async (words: RegExp): Promise<void> => {
      await look();
      await counter.expectText(words);
    };
    publish(feed, { serial: 2 }, makeFeedKey());
    await refused(/La firma del anuncio no es de quien hace Mostrador/);
    publish(feed, { serial: 3, percent: 0 });
    await refused(/a esta caja todavía no le toca/);
    publish(feed, { serial: 2 });
    await refused(/más viejo que uno que esta caja ya tomó/);
    publish(feed, { serial: 4, version: '0.0.1' });
    await refused(/la caja nunca regresa a una versión anterior/);
  });

  await test.step('an installer reads how the till ended: in order, or not', async () => {
    const says = (word: string): Promise<void> =>
      expect
        .poll(() => readFileSync(join(till.profile, 'last-exit'), 'utf8').split('\n')[0])
        .toBe(word);
    await says('running');
    await till.stop();
    await says('clean');
    await till.start();
    await says('running');
    await till.kill();
    await says('running');
  });
});
