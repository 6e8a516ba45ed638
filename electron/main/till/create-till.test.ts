import { expect, it } from 'vitest';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { createTestProfile, TRAINING_PROVISIONING } from './host.fixture.ts';
import { createTillEvents } from './till-events.ts';

const profile = createTestProfile();

it('sends an event to the page when the cash of a drawer changes', async () => {
  const host = profile.start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  const [cashier] = TRAINING_PROVISIONING.cashiers;
  if (till === null || cashier === undefined) throw new Error('no till, or nobody');
  profile.emittedEvents = [];
  const float = { counts: [{ currency: 'MXN', pieces: [], other: '100.00' }] };
  expect(till.cash.open(float, cashier)).toMatchObject({ ok: true });
  expect(profile.emittedEvents).toEqual([{ name: 'cash.changed', payload: {} }]);
});

it('throws at an event before the parts of the till are connected', () => {
  expect(() => createTillEvents().emit('paymentChanged', 'p1')).toThrow('paymentChanged');
});
