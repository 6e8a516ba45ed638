import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import { Dialog, Screen, TextField } from '../../components/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../testing/index.ts';
import { useTill, useTillQuery } from '../till/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

const signedIn = { session: { cashier: { id: 'ana', name: 'Ana', role: 'cashier' } } } as const;
const pressed = vi.fn();

/** Stands for a flow: something typed, a key of its own, a paper, and a dialog over it. */
function Flow() {
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const paper = useTillQuery('printing.tape', { paymentId: 'p1' });
  const { session } = useTill();
  return (
    <Screen
      title={`flow of ${session.cashier?.name}`}
      actions={[
        { label: 'pays', keyName: 'F12', onAction: () => pressed() },
        { label: 'asks', keyName: 'F1', onAction: () => setAsking(true) },
      ]}
    >
      <TextField label="account" value={typed} onChange={setTyped} isAutoFocused />
      <p>{paper.problem === null ? 'paper' : 'no paper'}</p>
      {isAsking ? (
        <Dialog title="sure?" onClose={() => setAsking(false)}>
          <p>inside</p>
        </Dialog>
      ) : null}
    </Screen>
  );
}

async function open(changes = {}) {
  pressed.mockReset();
  const fake = createFakeTill(createFakeShop({ ...signedIn, ...changes }));
  const shown = renderApp(fake, {
    features: { pay: Flow },
    route: { name: 'pay', billerId: 1 },
  });
  await screen.findByText('flow of Ana');
  return { fake, ...shown };
}

const locked = () => screen.findByRole('heading', { level: 1, name: '¿Quién atiende?' });
const enter = async (digits: string) => {
  await screen.findByLabelText('PIN');
  await userEvent.keyboard(`${digits}{Enter}`);
};

/** A key of the keyboard or of a scanner, at a time that the test gives. */
function key(name: string, at: number): void {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  Object.defineProperties(event, { isTrusted: { value: true }, timeStamp: { value: at } });
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(event);
}

describe('a scanner beneath nobody’s hand', () => {
  test('types no PIN and tries none, wherever the sign-in stands', async () => {
    const { fake } = await open();
    await userEvent.keyboard('{F10}');
    await locked();
    await userEvent.keyboard('an');
    const field = await screen.findByLabelText('PIN');
    const passed: string[] = [];
    field.addEventListener('keydown', (event) => passed.push(event.key));
    let at = 1_000_000;
    for (const name of [...'7501055300075', 'Enter']) {
      at += 4;
      act(() => key(name, at));
    }
    // The first one cannot be told from a person's, and is taken back.
    expect(passed).toEqual(['7']);
    expect(field).toHaveProperty('value', '');
    expect(fake.getInputs('staff.signIn')).toEqual([]);
    await enter('1111');
    await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
  });
});

describe('the lock', () => {
  test('keeps what was typed, hears no key and shows nothing beneath', async () => {
    const { fake } = await open();
    await userEvent.keyboard('8112345678');
    await userEvent.keyboard('{F10}');
    await locked();
    const beneath = screen.getByText('flow of Ana').closest('[data-covered]');
    expect(beneath?.hasAttribute('inert')).toBe(true);
    expect(beneath?.getAttribute('aria-hidden')).toBe('true');
    await userEvent.keyboard('{F12}{F2}{F8}');
    expect(pressed).not.toHaveBeenCalled();
    expect(screen.getByText('flow of Ana')).toBeTruthy();
    await userEvent.keyboard('an');
    await enter('1111');
    await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
    const field = screen.getByLabelText('account');
    expect(field).toHaveProperty('value', '8112345678');
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard('{F12}');
    expect(pressed).toHaveBeenCalledOnce();
    expect(fake.getInputs('staff.lock')).toEqual([{ because: 'asked' }]);
  });

  test('takes a dialog off the page, and gives it back', async () => {
    const { fake } = await open();
    await userEvent.keyboard('{F1}');
    await screen.findByText('inside');
    act(() => {
      fake.shop.state = {
        ...fake.shop.state,
        session: { cashier: null },
        lock: { ...sleeping, cashier: signedIn.session.cashier },
      };
      fake.emit('till.changed', {});
    });
    await screen.findByLabelText('PIN');
    expect(screen.queryByText('inside')).toBeNull();
    await enter('1111');
    expect(await screen.findByText('inside')).toBeTruthy();
  });

  test('forgets papers: whoever comes back asks main for them anew', async () => {
    const { fake } = await open();
    fake.answer('printing.tape', () => fail({ kind: 'not-signed-in' }));
    await screen.findByText('paper');
    await userEvent.keyboard('{F10}');
    await locked();
    expect(await screen.findByText('no paper')).toBeTruthy();
    fake.answer('printing.tape', () => ok(null));
    await userEvent.keyboard('a');
    await enter('1111');
    expect(await screen.findByText('paper')).toBeTruthy();
  });

  test('locks after the configured minutes without activity', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const { fake } = await open({ lockAfterMinutes: 2 });
    act(() => void vi.advanceTimersByTime(110_000));
    await user.keyboard('8');
    act(() => void vi.advanceTimersByTime(110_000));
    expect(fake.getInputs('staff.lock')).toEqual([]);
    act(() => void vi.advanceTimersByTime(11_000));
    await waitFor(() => expect(fake.getInputs('staff.lock')).toEqual([{ because: 'idle' }]));
    expect(await screen.findByText(/La caja está bloqueada/)).toBeTruthy();
  });

  test('never comes by itself where the shop set 0', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { fake } = await open({ lockAfterMinutes: 0 });
    act(() => void vi.advanceTimersByTime(3_600_000));
    expect(fake.getInputs('staff.lock')).toEqual([]);
  });
});

const sleeping = { because: 'sleep', at: '2026-03-14T16:42:00Z' } as const;

describe('another cashier', () => {
  const asks = () => screen.findByRole('heading', { name: '¿Sigue con el cliente de Ana?' });

  test('takes the customer over: what was typed is hers', async () => {
    await open();
    await userEvent.keyboard('8112345678{F10}');
    await locked();
    await userEvent.keyboard('l');
    await enter('2222');
    await asks();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('flow of Luis')).toBeTruthy();
    expect(screen.getByLabelText('account')).toHaveProperty('value', '8112345678');
  });

  test('or begins anew, and nothing of it is left', async () => {
    const { navigation } = await open();
    await userEvent.keyboard('8112345678{F10}');
    await locked();
    await userEvent.keyboard('l');
    await enter('2222');
    await asks();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('home')).toBeTruthy();
    act(() => navigation.getState().open({ name: 'pay', billerId: 1 }));
    expect(await screen.findByText('flow of Luis')).toBeTruthy();
    expect(screen.getByLabelText('account')).toHaveProperty('value', '');
  });

  test('opens the home screen without a question when no customer is being served', async () => {
    const { navigation } = await open();
    act(() => navigation.getState().open({ name: 'history' }));
    await userEvent.keyboard('{F10}');
    await locked();
    await userEvent.keyboard('l');
    await enter('2222');
    expect(await screen.findByText('home')).toBeTruthy();
  });
});

describe('a name that is locked out', () => {
  test('is released at the sign-in by a supervisor’s PIN', async () => {
    const fake = createFakeTill();
    fake.answer('staff.signIn', () =>
      fail({ kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null }),
    );
    fake.answer('staff.releaseLockOut', () => ok({}));
    renderApp(fake);
    await locked();
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('a');
    await enter('0000');
    expect(await screen.findByText(/este nombre está bloqueado/)).toBeTruthy();
    await userEvent.keyboard('{Control>}s{/Control}');
    await screen.findByRole('dialog');
    expect(screen.queryByRole('option', { name: 'Ana' })).toBeNull();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('3333{Enter}');
    await waitFor(() => expect(screen.queryByText(/este nombre está bloqueado/)).toBeNull());
    expect(fake.getInputs('staff.releaseLockOut')).toEqual([
      { id: 'ana', approval: { cashierId: 'luis', pin: '3333' } },
    ]);
  });
});
