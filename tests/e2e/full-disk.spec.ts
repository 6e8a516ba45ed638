import { describeProblem } from '../../shared/i18n/index.ts';
import { expect, OWNER, smallDiskTest as test } from './support/index.ts';

test.use({ serviceVersion: 'v3.mx' });

const words = describeProblem({ kind: 'storage', reason: 'full', file: 'ledger' }, 'es-MX');

test('a full disk takes no payment and says so; with room again the same F12 pays once', async ({
  counter,
  till,
  service,
  disk,
}) => {
  test.skip(!disk.isPossible, 'a small disk cannot be had here');
  await counter.signIn(OWNER.name, OWNER.pin);
  // What is fetched later would leave room in the journal.
  await expect(async () => {
    const { lists, ratesAt, refreshing } = await till.ask('catalog.state', {});
    expect([...lists.map((list) => list.refreshedAt), ratesAt]).not.toContain(null);
    expect(refreshing).toBeNull();
  }).toPass();
  await till.stop();
  disk.moveThere();
  await till.start('provisioned-again');
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('telmex', /Telmex/);
  await counter.upToConfirm({ account: '8112345678', amount: '150' });
  disk.fill();
  await counter.press('F12');
  await counter.sees(words.happened);
  await counter.sees(words.next);
  expect((await service.inspect()).transactions).toEqual([]);
  disk.free();
  await counter.press('F12');
  await counter.asks(/^Entregue/);
  expect((await service.inspect()).transactions).toHaveLength(1);
});
