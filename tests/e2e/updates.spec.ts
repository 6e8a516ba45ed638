import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FeedServer, startFeedServer } from '../release/feed-server.ts';
import { test as base, expect, OWNER, openBackOfficePage } from './support/index.ts';

/**
 * The updates page and its status indicator, with a feed on this computer. This tests the till that
 * only reports, as on every system except Windows; tests/release installs.
 */

const CA_VARIABLE = 'NODE_EXTRA_CA_CERTS';

const test = base.extend<{ readonly feed: FeedServer }>({
  feed: async ({ shell }, use) => {
    if (shell !== 'browser') throw new Error('only the browser shell trusts the feed of the test');
    const server = await startFeedServer();
    const caFile = join(tmpdir(), `till-feed-${process.pid}.pem`);
    const previousFile = process.env[CA_VARIABLE];
    writeFileSync(caFile, server.certificate);
    process.env[CA_VARIABLE] = caFile;
    await use(server);
    if (previousFile === undefined) delete process.env[CA_VARIABLE];
    else process.env[CA_VARIABLE] = previousFile;
    rmSync(caFile);
    await server.close();
  },
  provisioning: async ({ feed }, use) => use({ updates: { feed: feed.url } }),
});
test.use({ shell: 'browser' });

/** Each system reads its own file. JSON is YAML too. */
function publish(feed: FeedServer, changes: Readonly<Record<string, unknown>>): void {
  const files = [{ url: 'Mostrador-Setup-9.0.0.exe', sha512: '/'.repeat(88), size: 1 }];
  const content = Buffer.from(
    JSON.stringify({ version: '9.0.0', files, stagingPercentage: 100, ...changes }),
  );
  for (const system of ['', '-mac', '-linux']) feed.files.set(`latest${system}.yml`, content);
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

  await test.step('rejects a feed that makes no sense, a withdrawn and an older version', async () => {
    const expectRefused = async (reason: RegExp): Promise<void> => {
      await checkForUpdates();
      await counter.expectText(reason);
    };
    publish(feed, { version: 'newest' });
    await expectRefused(/El anuncio de versiones no se entiende/);
    publish(feed, { stagingPercentage: 0 });
    await expectRefused(/a esta caja todavía no le toca/);
    publish(feed, { version: '0.0.1' });
    await expectRefused(/la caja nunca regresa a una versión anterior/);
    feed.files.clear();
    await expectRefused(/No se pudo leer el anuncio de versiones/);
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
