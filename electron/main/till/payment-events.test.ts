import { expect, it } from 'vitest';
import {
  createProductionProvisioning,
  createTestProfile,
  insertUnresolvedPayment,
} from './host.fixture.ts';

const profile = createTestProfile();
const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;

/** Takes the payments of the events since the previous call. */
function takePaymentEvents(): unknown[] {
  const events = profile.emittedEvents.filter(({ name }) => name === 'payments.changed');
  profile.emittedEvents = [];
  return events.map(({ payload }) => Object(payload).payment);
}

it('sends the state of a payment only while somebody is signed in', async () => {
  await profile.withProductionKeys('key');
  insertUnresolvedPayment(profile.folder);
  const host = profile.start();
  await host.open();
  const till = host.till();
  const [cashier] = createProductionProvisioning('key').cashiers;
  if (till === null || cashier === undefined) throw new Error('no till, or nobody');
  const lookUp = async (): Promise<void> => {
    let isPending = true;
    const lookUpResult = till.payments.lookUpNow({ paymentId: 'i' }, ANA).finally(() => {
      isPending = false;
    });
    while (isPending) await profile.clock.advance(1_000);
    await lookUpResult;
  };

  profile.emittedEvents = [];
  await lookUp();
  const signedOutEvents = takePaymentEvents();
  expect(signedOutEvents.length).toBeGreaterThan(0);
  expect(new Set(signedOutEvents)).toEqual(new Set([null]));

  expect(await till.staff.signIn(cashier.id, cashier.pin)).toMatchObject({ ok: true });
  takePaymentEvents();
  await lookUp();
  expect(takePaymentEvents().at(-1)).toMatchObject({ id: 'i', state: 'unknown' });
  till.staff.lock('asked');
  takePaymentEvents();
  await lookUp();
  expect(takePaymentEvents().at(-1)).toBeNull();
});
