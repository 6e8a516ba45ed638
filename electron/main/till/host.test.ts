import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { createTestProfile, TRAINING_PROVISIONING } from './host.fixture.ts';
import type { TillHost } from './index.ts';

const profile = createTestProfile();
const { clock, start, withProductionKeys } = profile;

it('waits a limited time for a pending response before it closes', async () => {
  const host = start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const payments = host.till()?.payments;
  if (!payments) throw new Error('no till');
  const stop = vi.spyOn(payments, 'stop');
  vi.spyOn(payments, 'finish').mockReturnValue(new Promise(() => {}));
  const closing = host.close();
  await clock.advance(3_000);
  expect(stop).not.toHaveBeenCalled();
  await clock.advance(2_000);
  await closing;
  expect(stop).toHaveBeenCalledOnce();
});

it('sends the page no events of a till that is closing', async () => {
  const host = start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (!till) throw new Error('no till');
  await till.staff.signIn('ana', '1111');
  expect(profile.emittedEvents.at(-1)).toMatchObject({ name: 'till.changed' });
  vi.spyOn(till.payments, 'finish').mockReturnValue(new Promise(() => {}));
  const closing = host.close();
  await new Promise((resolve) => setImmediate(resolve));
  profile.emittedEvents = [];
  till.staff.lock('sleep');
  till.apply(till.settings, null);
  await clock.advance(5_000);
  await closing;
  expect(till.staff.getCurrentCashier()).toBeNull();
  expect(profile.emittedEvents).toEqual([]);
});

it('notifies payments of every session change', async () => {
  const host = start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (!till) throw new Error('no till');
  const handleSessionChange = vi.spyOn(till.payments, 'handleSessionChange');
  const expectNotified = async (change: () => unknown): Promise<void> => {
    handleSessionChange.mockClear();
    await change();
    expect(handleSessionChange).toHaveBeenCalled();
  };
  await expectNotified(() => till.staff.signIn('ana', '1111'));
  await expectNotified(() => till.staff.lock('idle'));
  await expectNotified(() => till.staff.signIn('ana', '1111'));
  await expectNotified(() => till.staff.lock('sleep'));
  await expectNotified(() => till.staff.signIn('luis', '2222'));
  await expectNotified(() => till.staff.signOut());
});

it('deletes no customer if the clock is years ahead at the start', async () => {
  const host = start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (!till) throw new Error('no till');
  const account = { accountNumber: '501000000001', accountShown: '501000000001' };
  const biller = { billerId: 35, billerName: 'CFE', nameOnAccount: null };
  till.customers.saveAccountOfPaidIntent({ kind: 'bill', ...biller, ...account });
  const yearsMs = 4_000 * 86_400_000;
  clock.jump(yearsMs);
  till.start();
  clock.jump(-yearsMs);
  const by = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;
  expect(till.customers.find({ text: '', limit: 5 }, by)).toMatchObject({
    value: { storedCount: 1 },
  });
});

it('counts idle time from the sign-in after the computer slept', async () => {
  const host = start();
  await host.provision(
    { ...TRAINING_PROVISIONING, lockAfterMinutes: 5 },
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  const till = host.till();
  if (!till) throw new Error('no till');
  till.start();
  clock.sleep(8 * 60 * 60_000);
  await till.staff.signIn('ana', '1111');
  await clock.advance(5 * 60_000);
  expect(till.staff.getLockState()).toBeNull();
  expect(till.staff.getCurrentCashier()).toMatchObject({ id: 'ana' });
  await clock.advance(40_000);
  expect(till.staff.getLockState()).toMatchObject({ because: 'idle' });
});

it('starts shortly after a page requests the sign-in, and after a delay if none does', async () => {
  await withProductionKeys('A');
  let secretReads = 0;
  const openHost = (): TillHost => {
    const host = start({
      open: async (text) => {
        if (text.includes('secretKey')) secretReads += 1;
        return { ok: false, problem: 'no-answer' };
      },
    });
    host.open();
    return host;
  };
  const hostWithoutPage = openHost();
  await clock.advance(4_000);
  expect(secretReads).toBe(0);
  await clock.advance(2_000);
  expect(secretReads).toBe(1);
  await hostWithoutPage.close();
  const hostWithPage = openHost();
  hostWithPage.till()?.onSignInRequested();
  await clock.advance(900);
  hostWithPage.till()?.onSignInRequested();
  expect(secretReads).toBe(1);
  await clock.advance(200);
  expect(secretReads).toBe(2);
});

it('writes no file after it is closed', async () => {
  const host = start();
  expect(
    await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject({ ok: true });
  host.till()?.start();
  await host.close();
  const filesAfterClose = readdirSync(profile.folder, { recursive: true }).map(String);
  expect(filesAfterClose.some((name) => name.endsWith('.reserve'))).toBe(true);
  expect(filesAfterClose.filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('connects once a key store that did not respond at the start opens', async () => {
  await withProductionKeys('A');
  let secretReads = 0;
  const host = start({
    open: async (text) => {
      // The data key, which the nightly backup reads, is another secret.
      if (!text.includes('secretKey')) return ok({ text, needsReseal: false });
      secretReads += 1;
      return secretReads === 1
        ? { ok: false, problem: 'no-answer' }
        : ok({ text, needsReseal: false });
    },
  });
  host.open();
  host.till()?.onSignInRequested();
  await clock.advance(2_000);
  expect(secretReads).toBe(1);
  expect((await host.till()?.shopAccount.refreshAccount())?.ok).toBe(false);
  await clock.advance(61_000);
  expect(secretReads).toBe(2);
  await clock.advance(600_000);
  expect(secretReads).toBe(2);
});

it('keeps the computer awake only while a till that uploads is open', async () => {
  const host = start();
  const reconciliation = { host: '127.0.0.1', user: 'shop', password: 'p', uploads: true };
  await host.provision(
    { ...TRAINING_PROVISIONING, reconciliation },
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  expect(profile.keepAwakeCalls.at(-1)).toBe(true);
  const till = host.till();
  if (till === null) throw new Error('no till');
  till.apply({ ...till.settings, reconciliation: { ...reconciliation, uploads: false } }, null);
  expect(profile.keepAwakeCalls.at(-1)).toBe(false);
  till.apply({ ...till.settings, reconciliation }, null);
  expect(profile.keepAwakeCalls.at(-1)).toBe(true);
  await host.close();
  expect(profile.keepAwakeCalls.at(-1)).toBe(false);
});

it('keeps the computer awake after the till joins a chain until its own last file is uploaded', async () => {
  const host = start();
  const reconciliation = { host: '127.0.0.1', user: 'shop', password: 'p', uploads: true };
  await host.provision(
    { ...TRAINING_PROVISIONING, reconciliation },
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  const till = host.till();
  if (till === null) throw new Error('no till');
  const chain = { hosts: ['127.0.0.1:1'], database: 'chain', user: 'x', ca: 'none' };
  const inChain = {
    ...till.settings,
    reconciliation: { ...reconciliation, uploads: false },
    chain,
  };
  till.apply(inChain, null);
  expect(profile.keepAwakeCalls.at(-1)).toBe(true);
  // It was in the chain before its first own day, so no file is missing.
  till.reconciliation.setChainFrom('2000-01-01');
  expect(profile.keepAwakeCalls.at(-1)).toBe(false);
});

it('lets the computer sleep if the till does not upload', async () => {
  const host = start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  expect(profile.keepAwakeCalls).not.toContain(true);
});

it('enters full screen at the start if the settings say so and keeps it on a switch to training', async () => {
  const host = start();
  const provisioning = {
    ...TRAINING_PROVISIONING,
    environment: 'sandbox' as const,
    fullScreen: true,
  };
  const keys = { vendor: 'v', apiKey: 'A', secretKey: 's', baseUrl: 'https://127.0.0.1:9' };
  const provisioned = await host.provision(
    { ...provisioning, ...keys },
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  expect(provisioned).toMatchObject({ ok: true });
  await host.close();
  profile.fullScreenCalls = [];
  const secondHost = start();
  secondHost.open();
  expect(profile.fullScreenCalls).toEqual([true]);
  const till = secondHost.till();
  if (till === null) throw new Error('no till');
  till.apply({ ...till.settings, environment: 'training', fullScreen: undefined }, null);
  expect(profile.fullScreenCalls).toEqual([true]);
  till.apply({ ...till.settings, environment: 'sandbox' }, null);
  expect(profile.fullScreenCalls.at(-1)).toBe(false);
});
