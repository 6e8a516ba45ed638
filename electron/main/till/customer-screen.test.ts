import { expect, it } from 'vitest';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { createTestProfile, TRAINING_PROVISIONING } from './host.fixture.ts';
import type { Till, TillHost } from './index.ts';

const profile = createTestProfile();
const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;

async function openWith(
  customerScreen: { display?: number } | undefined,
): Promise<{ readonly till: Till; readonly host: TillHost }> {
  const host = profile.start();
  const provisioning = {
    ...TRAINING_PROVISIONING,
    ...(customerScreen === undefined ? {} : { customerScreen }),
  };
  await host.provision(provisioning, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (till === null) throw new Error('no till');
  return { till, host };
}

it('requests a customer window only if the settings have one, on the display that they name', async () => {
  const { till } = await openWith({ display: 2 });
  expect(profile.customerWindow.requestedDisplays).toEqual([2]);
  till.apply({ ...till.settings, customerScreen: {} }, null);
  expect(profile.customerWindow.requestedDisplays.at(-1)).toBeNull();
  till.apply({ ...till.settings, customerScreen: undefined }, null);
  expect(profile.customerWindow.requestedDisplays.at(-1)).toBe(false);
});

it('requests no customer window for settings without a customer screen', async () => {
  await openWith(undefined);
  expect(profile.customerWindow.requestedDisplays).toEqual([false]);
});

it('clears the customer screen at sign-in, lock, sign-out and close', async () => {
  const { till, host } = await openWith({});
  const language = () => profile.customerWindow.views.at(-1)?.language;
  const startSale = (): void => {
    till.customerScreen.show({ what: 'begun' }, ANA);
    till.customerScreen.switchLanguage({}, ANA);
    expect(language()).toBe('en');
  };
  const cashier = TRAINING_PROVISIONING.cashiers[0];
  if (cashier === undefined) throw new Error('nobody');

  startSale();
  expect(await till.staff.signIn(cashier.id, cashier.pin)).toMatchObject({
    ok: true,
  });
  expect(language()).toBe('es-MX');
  startSale();
  till.staff.lock('asked');
  expect(language()).toBe('es-MX');
  startSale();
  till.staff.signOut();
  expect(language()).toBe('es-MX');
  startSale();
  await host.close();
  expect(language()).toBe('es-MX');
  const viewCount = profile.customerWindow.views.length;
  till.customerScreen.show({ what: 'begun' }, ANA);
  expect(profile.customerWindow.views).toHaveLength(viewCount);
});
