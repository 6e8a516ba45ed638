import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

const findQuestion = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

describe('sign-in', () => {
  test('signs in by keyboard: first letters, Enter, PIN, Enter', async () => {
    const fake = createFakeTill();
    renderApp(fake);
    await findQuestion('¿Quién atiende?');
    await screen.findByRole('option', { name: /Luis/ });
    await userEvent.keyboard('lu{Enter}');
    await findQuestion(/Luis/);
    await userEvent.keyboard('2222{Enter}');
    expect(await screen.findByText('home')).toBeTruthy();
    expect(fake.getInputs('staff.signIn')).toEqual([{ cashierId: 'luis', pin: '2222' }]);
  });

  test('says whose fault a failed connection is before anybody signs in', async () => {
    const shop = createFakeShop();
    shop.status = {
      ...shop.status,
      service: { ...shop.status.service, light: 'unreachable', fault: { kind: 'no-link' } },
    };
    renderApp(createFakeTill(shop));
    expect(await screen.findByText(/Esta caja no tiene red: revise el cable/)).toBeTruthy();
    await userEvent.keyboard('lu{Enter}');
    await findQuestion(/Luis/);
  });

  test('accepts only digits in the PIN, and hides them', async () => {
    const fake = createFakeTill();
    renderApp(fake);
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await findQuestion(/Ana/);
    const field = screen.getByLabelText('PIN');
    await userEvent.type(field, '1a1-1 1999999');
    expect(field).toHaveProperty('value', '11119999');
    expect(field.getAttribute('type')).toBe('password');
  });

  test('clears the field after a wrong PIN, and shows what to do', async () => {
    renderApp(createFakeTill());
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await findQuestion(/Ana/);
    await userEvent.keyboard('9999{Enter}');
    expect(await screen.findByText(/El PIN no es correcto/)).toBeTruthy();
    expect(screen.getByLabelText('PIN')).toHaveProperty('value', '');
  });

  test('does not send an empty PIN', async () => {
    const fake = createFakeTill();
    renderApp(fake);
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await findQuestion(/Ana/);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Escriba su PIN.')).toBeTruthy();
    expect(fake.getInputs('staff.signIn')).toEqual([]);
  });

  test('counts down the wait, and ignores Enter until it is over', async () => {
    const fake = createFakeTill();
    fake.answer('staff.signIn', () => fail({ kind: 'wrong-pin', waitSeconds: 8 }));
    renderApp(fake);
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await findQuestion(/Ana/);
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

  test.each([
    ['no-answer', /en la ventana que abrió la computadora/],
    ['locked', /Desbloquee el llavero en la computadora/],
  ] as const)(
    'asks to unlock the key ring (%s), and signs in by itself once it is open',
    async (reason, action) => {
      const fake = createFakeTill();
      let isUnlocked = false;
      fake.answer('staff.signIn', () =>
        isUnlocked
          ? ok({ cashier: { id: 'luis', name: 'Luis', role: 'cashier' } })
          : fail({ kind: 'data-key', reason }),
      );
      renderApp(fake);
      await screen.findByRole('option', { name: /Luis/ });
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
      await user.keyboard('lu{Enter}');
      await findQuestion(/Luis/);
      await user.keyboard('2222{Enter}');
      expect(await screen.findByText(action)).toBeTruthy();
      // Nothing else is asked for: the key ring opens it again.
      expect(screen.queryByText('Clave de recuperación')).toBeNull();
      act(() => void vi.advanceTimersByTime(4_000));
      await waitFor(() => expect(fake.getInputs('staff.signIn')).toHaveLength(2));
      // A PIN that is being changed is not sent by itself.
      await user.keyboard('{Backspace}');
      act(() => void vi.advanceTimersByTime(10_000));
      expect(fake.getInputs('staff.signIn')).toHaveLength(2);
      await user.keyboard('2{Enter}');
      await waitFor(() => expect(fake.getInputs('staff.signIn')).toHaveLength(3));
      isUnlocked = true;
      act(() => void vi.advanceTimersByTime(4_000));
      expect(await screen.findByText('home')).toBeTruthy();
      expect(fake.getInputs('staff.signIn')).toEqual(
        Array.from({ length: 4 }, () => ({ cashierId: 'luis', pin: '2222' })),
      );
    },
  );

  test('offers an owner no recovery while the key ring is locked, because nothing is lost', async () => {
    const fake = createFakeTill();
    fake.answer('staff.signIn', () => fail({ kind: 'data-key', reason: 'locked' }));
    renderApp(fake);
    await screen.findByRole('option', { name: /Carmen/ });
    await userEvent.keyboard('car{Enter}');
    await findQuestion(/Carmen/);
    expect(screen.getByText('Clave de recuperación')).toBeTruthy();
    await userEvent.keyboard('3333{Enter}');
    expect(await screen.findByText(/Desbloquee el llavero/)).toBeTruthy();
    expect(screen.queryByText('Clave de recuperación')).toBeNull();
  });

  test('returns to the names with Escape', async () => {
    renderApp(createFakeTill());
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('{Enter}');
    await findQuestion(/Ana/);
    await userEvent.keyboard('{Escape}');
    await findQuestion('¿Quién atiende?');
  });

  test('shows the sample PINs on the tape in training, for sample people only', async () => {
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

  test('shows no PIN outside of training', async () => {
    renderApp(createFakeTill(createFakeShop({ environment: 'sandbox' })));
    await screen.findByRole('option', { name: /Ana/ });
    expect(screen.queryByText('1111')).toBeNull();
  });

  test.each([
    ['Español (Colombia)', 'es-CO', '¿Quién atiende?'],
    ['English', 'en', 'Who is at the counter?'],
  ] as const)('switches the language to %s on request', async (name, language, title) => {
    const fake = createFakeTill();
    renderApp(fake);
    await findQuestion('¿Quién atiende?');
    await userEvent.click(screen.getByRole('radio', { name }));
    await findQuestion(title);
    expect(fake.getInputs('till.setLanguage')).toEqual([{ language }]);
    expect(document.documentElement.lang).toBe(language);
  });

  test('retries a failed list of cashiers with Enter', async () => {
    const fake = createFakeTill();
    fake.answer('staff.names', () => fail({ kind: 'internal', reference: 'x1' }));
    renderApp(fake);
    expect(await screen.findByText(/x1/)).toBeTruthy();
    fake.shop.answerAll(fake.answer);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('option', { name: /Ana/ })).toBeTruthy();
  });
});
