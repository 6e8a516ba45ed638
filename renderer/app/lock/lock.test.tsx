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
const onPay = vi.fn();

/** A sample flow: a text field, a key of its own, a paper, and a dialog over it. */
function SampleFlow() {
  const [typed, setTyped] = useState('');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const paper = useTillQuery('printing.tape', { paymentId: 'p1' });
  const { session } = useTill();
  return (
    <Screen
      title={`flow of ${session.cashier?.name}`}
      actions={[
        { label: 'pays', keyName: 'F12', onAction: () => onPay() },
        { label: 'asks', keyName: 'F1', onAction: () => setDialogOpen(true) },
      ]}
    >
      <TextField label="account" value={typed} onChange={setTyped} isAutoFocused />
      <p>{paper.problem === null ? 'paper' : 'no paper'}</p>
      {isDialogOpen ? (
        <Dialog title="sure?" onClose={() => setDialogOpen(false)}>
          <p>inside</p>
        </Dialog>
      ) : null}
    </Screen>
  );
}

async function openFlow(changes = {}) {
  onPay.mockReset();
  const fake = createFakeTill(createFakeShop({ ...signedIn, ...changes }));
  const rendered = renderApp(fake, {
    features: { pay: SampleFlow },
    route: { name: 'pay', billerId: 1 },
  });
  await screen.findByText('flow of Ana');
  return { fake, ...rendered };
}

const findSignIn = () => screen.findByRole('heading', { level: 1, name: '¿Quién atiende?' });
const enterPin = async (digits: string) => {
  await screen.findByLabelText('PIN');
  await userEvent.keyboard(`${digits}{Enter}`);
};

/** Dispatches a key of a keyboard or scanner with the given timestamp. */
function pressKeyAt(name: string, at: number): void {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  Object.defineProperties(event, { isTrusted: { value: true }, timeStamp: { value: at } });
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(event);
}

describe('a scanner at the sign-in', () => {
  test('enters no PIN and tries none', async () => {
    const { fake } = await openFlow();
    await userEvent.keyboard('{F10}');
    await findSignIn();
    await userEvent.keyboard('an');
    const field = await screen.findByLabelText('PIN');
    const deliveredKeys: string[] = [];
    field.addEventListener('keydown', (event) => deliveredKeys.push(event.key));
    let at = 1_000_000;
    for (const name of [...'7501055300075', 'Enter']) {
      at += 4;
      act(() => pressKeyAt(name, at));
    }
    // The first key cannot be distinguished from a person's and is removed again.
    expect(deliveredKeys).toEqual(['7']);
    expect(field).toHaveProperty('value', '');
    expect(fake.getInputs('staff.signIn')).toEqual([]);
    await enterPin('1111');
    await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
  });
});

describe('the lock', () => {
  test('keeps typed text, ignores keys and hides the page', async () => {
    const { fake } = await openFlow();
    await userEvent.keyboard('8112345678');
    await userEvent.keyboard('{F10}');
    await findSignIn();
    const beneath = screen.getByText('flow of Ana').closest('[data-locked]');
    expect(beneath?.hasAttribute('inert')).toBe(true);
    expect(beneath?.getAttribute('aria-hidden')).toBe('true');
    await userEvent.keyboard('{F12}{F2}{F8}');
    expect(onPay).not.toHaveBeenCalled();
    expect(screen.getByText('flow of Ana')).toBeTruthy();
    await userEvent.keyboard('an');
    await enterPin('1111');
    await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
    const field = screen.getByLabelText('account');
    expect(field).toHaveProperty('value', '8112345678');
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard('{F12}');
    expect(onPay).toHaveBeenCalledOnce();
    expect(fake.getInputs('staff.lock')).toEqual([{ because: 'asked' }]);
  });

  test('hides an open dialog and shows it again after the sign-in', async () => {
    const { fake } = await openFlow();
    await userEvent.keyboard('{F1}');
    await screen.findByText('inside');
    act(() => {
      fake.shop.state = {
        ...fake.shop.state,
        session: { cashier: null },
        lock: { ...SLEEP_LOCK, cashier: signedIn.session.cashier },
      };
      fake.emit('till.changed', {});
    });
    await screen.findByLabelText('PIN');
    expect(screen.queryByText('inside')).toBeNull();
    await enterPin('1111');
    expect(await screen.findByText('inside')).toBeTruthy();
  });

  test('removes papers and fetches them again after the sign-in', async () => {
    const { fake } = await openFlow();
    fake.answer('printing.tape', () => fail({ kind: 'not-signed-in' }));
    await screen.findByText('paper');
    await userEvent.keyboard('{F10}');
    await findSignIn();
    expect(await screen.findByText('no paper')).toBeTruthy();
    fake.answer('printing.tape', () => ok(null));
    await userEvent.keyboard('a');
    await enterPin('1111');
    expect(await screen.findByText('paper')).toBeTruthy();
  });

  test('locks after the configured minutes without activity', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const { fake } = await openFlow({ lockAfterMinutes: 2 });
    act(() => void vi.advanceTimersByTime(110_000));
    await user.keyboard('8');
    act(() => void vi.advanceTimersByTime(110_000));
    expect(fake.getInputs('staff.lock')).toEqual([]);
    act(() => void vi.advanceTimersByTime(11_000));
    await waitFor(() => expect(fake.getInputs('staff.lock')).toEqual([{ because: 'idle' }]));
    expect(await screen.findByText(/La caja está bloqueada/)).toBeTruthy();
  });

  test('does not lock automatically if the limit is 0', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { fake } = await openFlow({ lockAfterMinutes: 0 });
    act(() => void vi.advanceTimersByTime(3_600_000));
    expect(fake.getInputs('staff.lock')).toEqual([]);
  });
});

const SLEEP_LOCK = { because: 'sleep', at: '2026-03-14T16:42:00Z' } as const;

describe('another cashier', () => {
  const findTakeOverQuestion = () =>
    screen.findByRole('heading', { name: '¿Sigue con el cliente de Ana?' });

  test('takes over the customer with the typed text', async () => {
    await openFlow();
    await userEvent.keyboard('8112345678{F10}');
    await findSignIn();
    await userEvent.keyboard('l');
    await enterPin('2222');
    await findTakeOverQuestion();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('flow of Luis')).toBeTruthy();
    expect(screen.getByLabelText('account')).toHaveProperty('value', '8112345678');
  });

  test('starts a new session without the typed text', async () => {
    const { navigation } = await openFlow();
    await userEvent.keyboard('8112345678{F10}');
    await findSignIn();
    await userEvent.keyboard('l');
    await enterPin('2222');
    await findTakeOverQuestion();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('home')).toBeTruthy();
    act(() => navigation.getState().open({ name: 'pay', billerId: 1 }));
    expect(await screen.findByText('flow of Luis')).toBeTruthy();
    expect(screen.getByLabelText('account')).toHaveProperty('value', '');
  });

  test('opens the home screen without a question when no customer is being served', async () => {
    const { navigation } = await openFlow();
    act(() => navigation.getState().open({ name: 'history' }));
    await userEvent.keyboard('{F10}');
    await findSignIn();
    await userEvent.keyboard('l');
    await enterPin('2222');
    expect(await screen.findByText('home')).toBeTruthy();
  });
});

describe('a name that is locked out', () => {
  test('releases a locked-out name at the sign-in with a supervisor’s PIN', async () => {
    const fake = createFakeTill();
    fake.answer('staff.signIn', () =>
      fail({ kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null }),
    );
    fake.answer('staff.releaseLockOut', () => ok({}));
    renderApp(fake);
    await findSignIn();
    await screen.findByRole('option', { name: /Ana/ });
    await userEvent.keyboard('a');
    await enterPin('0000');
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
