import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeProblem } from '../../shared/i18n/index.ts';
import { expect, makeBackup, OWNER, smallDiskTest as test } from './support/index.ts';

test.use({ serviceVersion: 'v3.mx' });

const problemText = describeProblem({ kind: 'storage', reason: 'full', file: 'ledger' }, 'es-MX');

test('takes no payment on a full disk and pays once after space is freed', async ({
  counter,
  till,
  service,
  disk,
}) => {
  test.skip(!disk.isPossible, 'no small disk is possible on this machine');
  await counter.signIn(OWNER.name, OWNER.pin);
  // A later download would leave free space in the journal.
  await expect(async () => {
    const { lists, ratesAt, refreshing } = await till.callTill('catalog.state', {});
    expect([...lists.map((list) => list.refreshedAt), ratesAt]).not.toContain(null);
    expect(refreshing).toBeNull();
  }).toPass();
  await till.stop();
  disk.moveProfile();
  await till.start('provisioned-again');
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account: '8112345678', amount: '150' });
  disk.fill();
  await counter.press('F12');
  await counter.expectText(problemText.title);
  await counter.expectText(problemText.action);
  expect((await service.inspect()).transactions).toEqual([]);
  disk.free();
  await counter.press('F12');
  await counter.expectQuestion(/^(Entregue|Pagado)/);
  expect((await service.inspect()).transactions).toHaveLength(1);
});

test('makes a backup despite the leftover of an interrupted one', async ({
  counter,
  till,
  disk,
}) => {
  test.skip(!disk.isPossible, 'no small disk is possible on this machine');
  await counter.signIn(OWNER.name, OWNER.pin);
  await till.stop();
  const backups = join(till.profile, 'backups');
  mkdirSync(backups, { recursive: true });
  // With it there is no space for a copy plus the space that a copy must leave free.
  const leftover = join(backups, 'mostrador-3f6a1c9e.part');
  writeFileSync(leftover, Buffer.alloc(8 * 1024 * 1024));
  disk.moveProfile();
  await till.start('provisioned-again');
  await counter.signIn(OWNER.name, OWNER.pin);
  expect(await makeBackup(till)).toMatchObject({ payments: 0 });
});
