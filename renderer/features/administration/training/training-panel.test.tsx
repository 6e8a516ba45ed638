import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, type TrainingFault } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { BackOffice } from '../../back-office/menu/index.ts';
import { TrainingPanel } from './index.ts';

const signedIn = { session: { cashier: { id: 'ana', name: 'Ana', role: 'cashier' } } } as const;

/** A training service that keeps what it is told. */
function trainingTill() {
  const fake = createFakeTill(createFakeShop(signedIn));
  let faults: readonly TrainingFault[] = [];
  const state = () => ok({ baseUrl: 'https://127.0.0.1:4430', faults: [...faults] });
  fake.answer('training.state', state);
  fake.answer('training.setFaults', (given) => {
    faults = given.faults.filter((one) => one.times > 0);
    return state();
  });
  renderApp(fake, { features: { training: TrainingPanel, 'back-office': BackOffice } });
  return { fake, faults: () => faults };
}

/** The last of the rooms behind the counter. */
async function openPanel(): Promise<void> {
  await userEvent.keyboard('{F7}');
  await screen.findByRole('option', { name: /Fallas para practicar/ });
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('option'));
  await userEvent.keyboard('{End}{Enter}');
}

describe('the panel of faults', () => {
  test('is opened with F7 and switches a fault on by keyboard', async () => {
    const { faults } = trainingTill();
    await screen.findByText('home');
    await openPanel();
    await screen.findByRole('option', { name: /Paga y corta la conexión/ });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: '¿En qué operación?' });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: '¿Cuántas veces?' });
    await userEvent.keyboard('{Backspace}3{Enter}');
    expect(await screen.findByText('Encendida · Pagar · 3 veces')).toBeTruthy();
    expect(faults()).toEqual([{ operation: 'pay', times: 3, fault: { kind: 'commit-and-cut' } }]);
  });

  test('a fault that was used up meanwhile is not shown as on', async () => {
    const { fake } = trainingTill();
    const setTo = (times: number) =>
      fake.bridge.call('training.setFaults', {
        faults: [{ operation: 'pay', times, fault: { kind: 'html' } }],
      });
    await setTo(1);
    await screen.findByText('home');
    await openPanel();
    await screen.findByText(/Encendida/);
    await userEvent.keyboard('{Escape}');
    await screen.findByText('home');
    await setTo(0);
    await openPanel();
    await screen.findByRole('option', { name: /Paga y corta/ });
    await waitFor(() => expect(screen.queryByText(/Encendida/)).toBeNull());
  });

  test('Delete switches all off', async () => {
    const { fake, faults } = trainingTill();
    await fake.bridge.call('training.setFaults', {
      faults: [{ operation: 'pay', times: 2, fault: { kind: 'html' } }],
    });
    await screen.findByText('home');
    await openPanel();
    await screen.findByText(/Encendida/);
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(faults()).toEqual([]));
    await waitFor(() => expect(screen.queryByText(/Encendida/)).toBeNull());
  });

  test('zero times is not taken', async () => {
    const { fake } = trainingTill();
    await screen.findByText('home');
    await openPanel();
    await screen.findByRole('option', { name: /Paga y corta/ });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: '¿En qué operación?' });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: '¿Cuántas veces?' });
    await userEvent.keyboard('{Backspace}0{Enter}');
    expect(await screen.findByText('Escriba un número entre 1 y 999.')).toBeTruthy();
    expect(fake.getInputs('training.setFaults')).toEqual([]);
  });
});
