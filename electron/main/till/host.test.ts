import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { testProfile, training } from './host.fixture.ts';
import type { TillHost } from './index.ts';

const profile = testProfile();
const { clock, start, withProductionKeys } = profile;

it('waits for an answer that is on its way before it ends, and not for ever', async () => {
  const host = start();
  await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
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

it('tells the page nothing of a till that is closing: another one may be open by then', async () => {
  const host = start();
  await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (!till) throw new Error('no till');
  await till.staff.signIn('ana', '1111');
  expect(profile.said.at(-1)).toMatchObject({ name: 'till.changed' });
  vi.spyOn(till.payments, 'finish').mockReturnValue(new Promise(() => {}));
  const closing = host.close();
  await new Promise((later) => setImmediate(later));
  profile.said = [];
  till.staff.lock('sleep');
  till.apply(till.settings, null);
  await clock.advance(5_000);
  await closing;
  expect(till.staff.current()).toBeNull();
  expect(profile.said).toEqual([]);
});

it('tells payments of every change of the session: whoever pressed F12 may be gone', async () => {
  const host = start();
  await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (!till) throw new Error('no till');
  const changed = vi.spyOn(till.payments, 'sessionChanged');
  const tells = async (change: () => unknown): Promise<void> => {
    changed.mockClear();
    await change();
    expect(changed).toHaveBeenCalled();
  };
  await tells(() => till.staff.signIn('ana', '1111'));
  await tells(() => till.staff.lock('idle'));
  await tells(() => till.staff.signIn('ana', '1111'));
  await tells(() => till.staff.lock('sleep'));
  await tells(() => till.staff.signIn('luis', '2222'));
  await tells(() => till.staff.signOut());
});

it('deletes no customer at a start by a clock that is years ahead', async () => {
  const host = start();
  await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (!till) throw new Error('no till');
  const account = { accountNumber: '501000000001', accountShown: '501000000001' };
  const biller = { billerId: 35, billerName: 'CFE', nameOnAccount: null };
  till.customers.recordPaid({ kind: 'bill', ...biller, ...account });
  const years = 4_000 * 86_400_000;
  clock.jump(years);
  till.start();
  clock.jump(-years);
  const by = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;
  expect(till.customers.find({ text: '', limit: 5 }, by)).toMatchObject({ value: { kept: 1 } });
});

it('counts the time without a touch from the sign-in, also after a night asleep', async () => {
  const host = start();
  await host.provision(
    { ...training, lockAfterMinutes: 5 },
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
  expect(till.staff.current()).toMatchObject({ id: 'ana' });
  await clock.advance(40_000);
  expect(till.staff.getLockState()).toMatchObject({ because: 'idle' });
});

it('begins a moment after a page asks who signs in, and by itself where none does', async () => {
  await withProductionKeys('A');
  let asked = 0;
  const opened = (): TillHost => {
    const host = start({
      open: async (text) => {
        if (text.includes('secretKey')) asked += 1;
        return { ok: false, problem: 'silent' };
      },
    });
    host.open();
    return host;
  };
  const alone = opened();
  await clock.advance(4_000);
  expect(asked).toBe(0);
  await clock.advance(2_000);
  expect(asked).toBe(1);
  await alone.close();
  const withPage = opened();
  withPage.till()?.onSignInRequested();
  await clock.advance(900);
  withPage.till()?.onSignInRequested();
  expect(asked).toBe(1);
  await clock.advance(200);
  expect(asked).toBe(2);
});

it('writes nothing more once it is closed', async () => {
  const host = start();
  expect(await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP)).toMatchObject(
    { ok: true },
  );
  host.till()?.start();
  await host.close();
  const left = readdirSync(profile.folder, { recursive: true }).map(String);
  expect(left.some((name) => name.endsWith('.reserve'))).toBe(true);
  expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('connects once the key store that was silent at the start opens', async () => {
  await withProductionKeys('A');
  let asked = 0;
  const host = start({
    open: async (text) => {
      // The data key, which the nightly backup asks for, is another secret.
      if (!text.includes('secretKey')) return ok({ text, sealAgain: false });
      asked += 1;
      return asked === 1 ? { ok: false, problem: 'silent' } : ok({ text, sealAgain: false });
    },
  });
  host.open();
  host.till()?.onSignInRequested();
  await clock.advance(2_000);
  expect(asked).toBe(1);
  expect((await host.till()?.status.refreshAccount())?.ok).toBe(false);
  await clock.advance(61_000);
  expect(asked).toBe(2);
  await clock.advance(600_000);
  expect(asked).toBe(2);
});

it('keeps the computer awake while the till that uploads is open, and only then', async () => {
  const host = start();
  const reconciliation = { host: '127.0.0.1', user: 'shop', password: 'p', uploads: true };
  await host.provision(
    { ...training, reconciliation },
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  expect(profile.awake.at(-1)).toBe(true);
  const till = host.till();
  if (till === null) throw new Error('no till');
  till.apply({ ...till.settings, reconciliation: { ...reconciliation, uploads: false } }, null);
  expect(profile.awake.at(-1)).toBe(false);
  till.apply({ ...till.settings, reconciliation }, null);
  expect(profile.awake.at(-1)).toBe(true);
  await host.close();
  expect(profile.awake.at(-1)).toBe(false);
});

it('keeps it awake where the till entered a chain, until its own last file is in', async () => {
  const host = start();
  const reconciliation = { host: '127.0.0.1', user: 'shop', password: 'p', uploads: true };
  await host.provision(
    { ...training, reconciliation },
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
  expect(profile.awake.at(-1)).toBe(true);
  // It was in the chain from before its first own day: nothing is owed.
  till.reconciliation.setChainFrom('2000-01-01');
  expect(profile.awake.at(-1)).toBe(false);
});

it('lets the computer of a till that does not upload sleep', async () => {
  const host = start();
  await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  expect(profile.awake).not.toContain(true);
});

it('covers the screen where the settings say so, from the opening on, and keeps it for training', async () => {
  const host = start();
  const set = { ...training, environment: 'sandbox' as const, fullScreen: true };
  const keys = { vendor: 'v', apiKey: 'A', secretKey: 's', baseUrl: 'https://127.0.0.1:9' };
  const kept = await host.provision(
    { ...set, ...keys },
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  expect(kept).toMatchObject({ ok: true });
  await host.close();
  profile.covered = [];
  const again = start();
  again.open();
  expect(profile.covered).toEqual([true]);
  const till = again.till();
  if (till === null) throw new Error('no till');
  till.apply({ ...till.settings, environment: 'training', fullScreen: undefined }, null);
  expect(profile.covered).toEqual([true]);
  till.apply({ ...till.settings, environment: 'sandbox' }, null);
  expect(profile.covered.at(-1)).toBe(false);
});
