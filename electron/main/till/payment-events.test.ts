import { expect, it } from 'vitest';
import { leaveUnresolved, production, testProfile } from './host.fixture.ts';

const profile = testProfile();
const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;

/** What the page was told of payments since the last time. */
function told(): unknown[] {
  const events = profile.said.filter(({ name }) => name === 'payments.changed');
  profile.said = [];
  return events.map(({ payload }) => Object(payload).payment);
}

it('says how a payment stands only while somebody is signed in', async () => {
  await profile.withProductionKeys('key');
  leaveUnresolved(profile.folder);
  const host = profile.start();
  await host.open();
  const till = host.till();
  const [person] = production('key').cashiers;
  if (till === null || person === undefined) throw new Error('no till, or nobody');
  const lookUp = async (): Promise<void> => {
    let isAsking = true;
    const looked = till.payments.lookUpNow({ paymentId: 'i' }, ANA).finally(() => {
      isAsking = false;
    });
    while (isAsking) await profile.clock.advance(1_000);
    await looked;
  };

  profile.said = [];
  await lookUp();
  const unheard = told();
  expect(unheard.length).toBeGreaterThan(0);
  expect(new Set(unheard)).toEqual(new Set([null]));

  expect(await till.staff.signIn(person.id, person.pin)).toMatchObject({ ok: true });
  told();
  await lookUp();
  expect(told().at(-1)).toMatchObject({ id: 'i', state: 'unknown' });
  till.staff.lock('asked');
  told();
  await lookUp();
  expect(told().at(-1)).toBeNull();
});
