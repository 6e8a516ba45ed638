import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type CustomerScreenState,
  fail,
  ok,
  type TillState,
} from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { recordSpeech } from '../../../app/testing/record-speech.ts';
import { recordTones } from '../../../app/testing/record-tones.ts';
import { goToConfirm, goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();

const STATE: CustomerScreenState = { window: 'open', displays: [], language: 'es-MX' };

async function openTill(changes: Partial<TillState>): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  const { fake } = cashier;
  fake.answer('customerScreen.show', () => ok({}));
  fake.answer('customerScreen.state', () => ok(STATE));
  fake.answer('customerScreen.switchLanguage', () => ok({ ...STATE, language: 'en' }));
  fake.shop.state = { ...fake.shop.state, ...changes };
  fake.emit('till.changed', {});
  return cashier;
}

const getShownSubjects = ({ fake }: FakeCashier) => fake.getInputs('customerScreen.show');

describe('customer screen', () => {
  it('sends only ids to the customer screen', async () => {
    const cashier = await openTill({ hasCustomerScreen: true });
    await screen.findByRole('button', { name: /Cliente/ });
    await goToConfirm(cashier);
    const orderId = 'order-1';
    const cash = { amount: '600.00', currency: 'MXN' };
    await waitFor(() =>
      expect(getShownSubjects(cashier).at(-1)).toMatchObject({ what: 'order', orderId, cash }),
    );
    expect(getShownSubjects(cashier)[0]).toEqual({ what: 'begun' });
    expect(getShownSubjects(cashier)).toContainEqual({ what: 'order', orderId, cash: null });
    await cashier.press('F12');
    await cashier.waitForHeading('Enviando el pago');
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    expect(getShownSubjects(cashier).at(-1)).toEqual({ what: 'payment', paymentId: 'payment-1' });
    await cashier.press('Enter');
    await waitFor(() => expect(getShownSubjects(cashier).at(-1)).toEqual({ what: 'nothing' }));
    const sent = JSON.stringify(getShownSubjects(cashier));
    expect(sent).not.toMatch(/501000000007|CFE|549/);
  });

  it('sends the sale again after a lock and nothing during it', async () => {
    const cashier = await openTill({ hasCustomerScreen: true });
    await goToConfirm(cashier);
    await cashier.press('F10');
    await screen.findByRole('option', { name: /Ana/ });
    const countBefore = getShownSubjects(cashier).length;
    await cashier.press('Enter');
    await cashier.type('1111');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await waitFor(() => expect(getShownSubjects(cashier).length).toBeGreaterThan(countBefore));
    expect(getShownSubjects(cashier).at(-1)).toMatchObject({ what: 'order', orderId: 'order-1' });
  });

  it('switches the customer screen’s language with one key', async () => {
    const cashier = await openTill({ hasCustomerScreen: true });
    await screen.findByRole('button', { name: /Cliente/ });
    await cashier.press('Control+l');
    await waitFor(() =>
      expect(cashier.fake.getInputs('customerScreen.switchLanguage')).toHaveLength(1),
    );
  });

  it('makes no customer screen call without a customer screen', async () => {
    const cashier = await openTill({});
    await goToSent(cashier);
    await cashier.press('Control+l');
    expect(
      cashier.fake.recordedCalls.filter(({ name }) => name.startsWith('customerScreen')),
    ).toEqual([]);
  });
});

it('switches to full screen with one key during a sale', async () => {
  const cashier = await openTill({});
  cashier.fake.answer('till.switchFullScreen', () => ok({ isPossible: true, isFull: true }));
  await goToConfirm(cashier);
  fireEvent.keyDown(document.body, { key: 'F11', ctrlKey: true });
  await waitFor(() => expect(cashier.fake.getInputs('till.switchFullScreen')).toHaveLength(1));
  await cashier.waitForHeading('¿Todo correcto?');
});

it('shows that the browser controls full screen when the till runs in one', async () => {
  const cashier = await openTill({});
  cashier.fake.answer('till.switchFullScreen', () => ok({ isPossible: false, isFull: false }));
  fireEvent.keyDown(document.body, { key: 'F11', ctrlKey: true });
  await cashier.waitForText('Elija la pantalla completa en el menú del navegador.');
  await cashier.press('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows why a frame key failed', async () => {
  const cashier = await openTill({ hasCustomerScreen: true });
  await screen.findByRole('button', { name: /Cliente/ });
  const internal = { kind: 'internal', reference: 'abc123' } as const;
  cashier.fake.answer('customerScreen.switchLanguage', () => fail(internal));
  await cashier.press('Control+l');
  await screen.findByRole('dialog', { name: 'Otro idioma para el cliente' });
  await cashier.waitForText('abc123');
});

describe('payment sounds', () => {
  const playedTones = recordTones();

  const isRising = (tones: readonly number[]) => (tones[0] ?? 0) < (tones.at(-1) ?? 0);

  it.each([
    ['paid', PAID_CHANGES, /Entregue/, (tones: readonly number[]) => isRising(tones)],
    [
      'refused',
      { state: 'rejected', code: 'R2', message: 'no', httpStatus: 422 },
      /Devuelva/,
      (tones: readonly number[]) => isRising([...tones].reverse()),
    ],
    [
      'unknown',
      { state: 'unknown', unknownBecause: 'timed-out' },
      /No cobre ni devuelva/,
      (tones: readonly number[]) => tones.length === 3 && new Set(tones).size === 1,
    ],
  ] as const)(
    'plays a distinct sound once for a payment that is %s',
    async (_what, outcome, heading, isExpected) => {
      const cashier = await openTill({ sounds: true });
      await goToSent(cashier);
      cashier.bills.recordOutcome(outcome);
      await goToResult(cashier, heading);
      await waitFor(() => expect(isExpected(playedTones)).toBe(true));
      const count = playedTones.length;
      cashier.fake.emit('payments.changed', { paymentId: 'payment-1', payment: null });
      await cashier.waitForText(heading);
      expect(playedTones).toHaveLength(count);
    },
  );

  it('plays no sound unless the shop enables sounds', async () => {
    const cashier = await openTill({});
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    expect(playedTones).toEqual([]);
  });
});

describe('spoken result', () => {
  const speech = recordSpeech();

  it.each([
    ['paid', PAID_CHANGES, /Entregue/, 'Pagado.'],
    ['refused', { state: 'rejected', code: 'R2', httpStatus: 422 }, /Devuelva/, 'No se pagó.'],
    [
      'unknown',
      { state: 'unknown', unknownBecause: 'timed-out' },
      /No cobre ni devuelva/,
      'Todavía no se sabe si se pagó.',
    ],
  ] as const)(
    'says once that a payment is %s, and only that',
    async (_what, outcome, heading, sentence) => {
      const cashier = await openTill({ speech: true });
      await goToSent(cashier);
      // Nothing is said before the ledger has the outcome.
      expect(speech.sentences).toEqual([]);
      cashier.bills.recordOutcome(outcome);
      await goToResult(cashier, heading);
      await waitFor(() => expect(speech.sentences).toEqual([`es-MX: ${sentence}`]));
      cashier.fake.emit('payments.changed', { paymentId: 'payment-1', payment: null });
      cashier.bills.recordOutcome(outcome);
      await cashier.waitForText(heading);
      expect(speech.sentences).toHaveLength(1);
    },
  );

  it('says the certain outcome after an unknown one', async () => {
    const cashier = await openTill({ speech: true });
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'unknown', unknownBecause: 'timed-out' });
    await goToResult(cashier, /No cobre ni devuelva/);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await waitFor(() =>
      expect(speech.sentences).toEqual(['es-MX: Todavía no se sabe si se pagó.', 'es-MX: Pagado.']),
    );
  });

  it.each([
    ['the shop has not enabled it', {}, true],
    ['the computer has no voice', { speech: true }, false],
  ])('says nothing if %s', async (_reason, changes, hasVoice) => {
    if (!hasVoice) speech.setVoices([]);
    const cashier = await openTill(changes);
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    expect(speech.sentences).toEqual([]);
  });
});
