import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, type TrainingFault } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { BackOffice } from '../../back-office/menu/index.ts';
import { TrainingPanel } from './index.ts';

const signedIn = { session: { cashier: { id: 'ana', name: 'Ana', role: 'cashier' } } } as const;

/** Renders the panel with a training service that stores the faults it receives. */
function renderTrainingTill() {
  const fake = createFakeTill(createFakeShop(signedIn));
  let faults: readonly TrainingFault[] = [];
  const createState = () => ok({ baseUrl: 'https://127.0.0.1:4430', faults: [...faults] });
  fake.answer('training.state', createState);
  fake.answer('training.setFaults', (input) => {
    faults = input.faults.filter((fault) => fault.times > 0);
    return createState();
  });
  renderApp(fake, { features: { training: TrainingPanel, 'back-office': BackOffice } });
  return { fake, faults: () => faults };
}

/** Opens the panel, which is the last entry of the back office. */
async function openPanel(): Promise<void> {
  await userEvent.keyboard('{F7}');
  await screen.findByRole('option', { name: /Fallas para practicar/ });
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('option'));
  await userEvent.keyboard('{End}{Enter}');
}

describe('fault panel', () => {
  test('opens the fault panel with F7, and sets a fault by keyboard', async () => {
    const { faults } = renderTrainingTill();
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

  test('does not show a used-up fault as active', async () => {
    const { fake } = renderTrainingTill();
    const setFaultTimes = (times: number) =>
      fake.bridge.call('training.setFaults', {
        faults: [{ operation: 'pay', times, fault: { kind: 'html' } }],
      });
    await setFaultTimes(1);
    await screen.findByText('home');
    await openPanel();
    await screen.findByText(/Encendida/);
    await userEvent.keyboard('{Escape}');
    await screen.findByText('home');
    await setFaultTimes(0);
    await openPanel();
    await screen.findByRole('option', { name: /Paga y corta/ });
    await waitFor(() => expect(screen.queryByText(/Encendida/)).toBeNull());
  });

  test('removes all faults with Delete', async () => {
    const { fake, faults } = renderTrainingTill();
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

  test('rejects zero as the number of times for a fault', async () => {
    const { fake } = renderTrainingTill();
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
