import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

const question = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

describe('sign-in', () => {
  test('by keyboard alone: first letters, Enter, PIN, Enter', async () => {
    const fake = createFakeTill();
    renderApp(fake);
    await question('¿Quién atiende?');
    await screen.findByRole('option', { name: /Luis/ });
    await userEvent.keyboard('lu{Enter}');
    await question(/Luis/);
    await userEvent.keyboard('2222{Enter}');
    expect(await screen.findByText('home')).toBeTruthy();
    expect(fake.getInputs('staff.signIn')).toEqual([{ cashierId: 'luis', pin: '2222' }]);
  });

  test('the PIN is digits only, and never readable on the screen', async () => {
    const fake = createFakeTill();
    renderApp(fake);
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await question(/Ana/);
    const field = screen.getByLabelText('PIN');
    await userEvent.type(field, '1a1-1 1999999');
    expect(field).toHaveProperty('value', '11119999');
    expect(field.getAttribute('type')).toBe('password');
  });

  test('a wrong PIN empties the field and says what to do', async () => {
    renderApp(createFakeTill());
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await question(/Ana/);
    await userEvent.keyboard('9999{Enter}');
    expect(await screen.findByText(/El PIN no es correcto/)).toBeTruthy();
    expect(screen.getByLabelText('PIN')).toHaveProperty('value', '');
  });

  test('an empty PIN is not sent', async () => {
    const fake = createFakeTill();
    renderApp(fake);
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await question(/Ana/);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Escriba su PIN.')).toBeTruthy();
    expect(fake.getInputs('staff.signIn')).toEqual([]);
  });

  test('the growing wait is counted down, and Enter does nothing until it is over', async () => {
    const fake = createFakeTill();
    fake.answer('staff.signIn', () => fail({ kind: 'wrong-pin', waitSeconds: 8 }));
    renderApp(fake);
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await question(/Ana/);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.keyboard('9999{Enter}');
    expect(await screen.findByText(/Espere 8 segundos/)).toBeTruthy();
    await user.keyboard('1111{Enter}');
    expect(fake.getInputs('staff.signIn')).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.getByText(/Espere [123] segundos/)).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.queryByText(/Espere/)).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(fake.getInputs('staff.signIn')).toHaveLength(2));
  });

  test('Esc goes back to the names', async () => {
    renderApp(createFakeTill());
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await question(/Ana/);
    await userEvent.keyboard('{Escape}');
    await question('¿Quién atiende?');
  });

  test('in training the tape shows the sample PINs, for sample people only', async () => {
    const shop = createFakeShop();
    shop.cashiers = [
      { id: 'ana', name: 'Ana', role: 'cashier', pin: '1111' },
      { id: 'rosa', name: 'Rosa', role: 'owner', pin: '9876' },
    ];
    renderApp(createFakeTill(shop));
    expect(await screen.findByText('1111')).toBeTruthy();
    expect(screen.queryByText('2222')).toBeNull();
    expect(screen.queryByText('9876')).toBeNull();
  });

  test('outside of training no PIN is shown', async () => {
    renderApp(createFakeTill(createFakeShop({ environment: 'sandbox' })));
    await screen.findByRole('option', { name: /Ana/ });
    expect(screen.queryByText('1111')).toBeNull();
  });

  test.each([
    ['Español (Colombia)', 'es-CO', '¿Quién atiende?'],
    ['English', 'en', 'Who is at the counter?'],
  ] as const)('the till speaks %s when it is asked to', async (name, language, title) => {
    const fake = createFakeTill();
    renderApp(fake);
    await question('¿Quién atiende?');
    await userEvent.click(screen.getByRole('radio', { name }));
    await question(title);
    expect(fake.getInputs('till.setLanguage')).toEqual([{ language }]);
    expect(document.documentElement.lang).toBe(language);
  });

  test('a list of cashiers that cannot be read can be asked for again', async () => {
    const fake = createFakeTill();
    fake.answer('staff.names', () => fail({ kind: 'internal', reference: 'x1' }));
    renderApp(fake);
    expect(await screen.findByText(/x1/)).toBeTruthy();
    fake.shop.answerAll(fake.answer);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('option', { name: /Ana/ })).toBeTruthy();
  });
});
