import { expect, it } from 'vitest';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { testProfile, training } from './host.fixture.ts';
import type { OpenTill, TillHost } from './index.ts';

const profile = testProfile();
const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;

async function openWith(
  customerScreen: { display?: number } | undefined,
): Promise<{ readonly till: OpenTill; readonly host: TillHost }> {
  const host = profile.start();
  const set = { ...training, ...(customerScreen === undefined ? {} : { customerScreen }) };
  await host.provision(set, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (till === null) throw new Error('no till');
  return { till, host };
}

it('has a window for the customer only where the settings say so, and where they say', async () => {
  const { till } = await openWith({ display: 2 });
  expect(profile.customers.wanted).toEqual([2]);
  till.apply({ ...till.settings, customerScreen: {} }, null);
  expect(profile.customers.wanted.at(-1)).toBeNull();
  till.apply({ ...till.settings, customerScreen: undefined }, null);
  expect(profile.customers.wanted.at(-1)).toBe(false);
});

it('opens none on settings that were kept before there was one', async () => {
  await openWith(undefined);
  expect(profile.customers.wanted).toEqual([false]);
});

it('clears the customer’s screen at a sign-in, a lock, a sign-out and the till’s end', async () => {
  const { till, host } = await openWith({});
  const language = () => profile.customers.shown.at(-1)?.language;
  const begin = (): void => {
    till.customerScreen.show({ what: 'begun' }, ANA);
    till.customerScreen.switchLanguage({}, ANA);
    expect(language()).toBe('en');
  };
  const person = training.cashiers[0];
  if (person === undefined) throw new Error('nobody');

  begin();
  expect(await till.staff.signIn(person.id, person.pin)).toMatchObject({
    ok: true,
  });
  expect(language()).toBe('es-MX');
  begin();
  till.staff.lock('asked');
  expect(language()).toBe('es-MX');
  begin();
  till.staff.signOut();
  expect(language()).toBe('es-MX');
  begin();
  await host.close();
  expect(language()).toBe('es-MX');
  const shown = profile.customers.shown.length;
  till.customerScreen.show({ what: 'begun' }, ANA);
  expect(profile.customers.shown).toHaveLength(shown);
});
