import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type CustomerAccount, fail, ok, type Role } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { CustomersPage } from './index.ts';

const LUIS = { id: 'luis', name: 'Luis' };

function createCustomer(changes: Partial<CustomerAccount> = {}): CustomerAccount {
  return {
    id: 'maria',
    billerId: 40,
    billerName: 'CFE',
    kind: 'bill',
    account: '501000000007',
    name: 'María Pérez',
    phone: null,
    isMasked: false,
    usedAt: '2026-03-12T16:00:00Z',
    ...changes,
  };
}

function openCustomersPage(role: Role, saved: CustomerAccount[], days = 90) {
  const fake = createFakeTill(createFakeShop({ session: { cashier: { ...LUIS, role } } }));
  fake.answer('customers.find', ({ text }) =>
    ok({
      days,
      storedCount: saved.length,
      customers: saved.filter(({ name }) => name?.toLowerCase().startsWith(text) !== false),
    }),
  );
  fake.answer('customers.delete', ({ approval }) => {
    if (approval === null && role === 'cashier') {
      return fail({ kind: 'not-allowed', needs: 'supervisor' });
    }
    if (approval !== null && approval.pin !== '2222') {
      return fail({ kind: 'wrong-pin', waitSeconds: 0 });
    }
    saved.length = 0;
    return ok({});
  });
  fake.answer('customers.deleteAll', ({ approval }) => {
    if (approval.pin !== '3333') return fail({ kind: 'wrong-pin', waitSeconds: 0 });
    const count = saved.length;
    saved.length = 0;
    return ok({ count });
  });
  fake.answer('customers.setPhone', ({ phone }) => ok(createCustomer({ phone })));
  const rendered = renderApp(fake, {
    features: { customers: CustomersPage },
    route: { name: 'customers' },
  });
  return { fake, ...rendered };
}

const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
};

test('lets a supervisor find a customer by name, and delete it after a confirmation', async () => {
  const { fake } = openCustomersPage('supervisor', [createCustomer()]);
  await screen.findByText(/Hay 1 cuenta/);
  await userEvent.keyboard('mar');
  await screen.findByRole('option', { name: /CFE/ });
  await press('Enter');
  await screen.findByText('501000000007');
  await press('Delete');
  await screen.findByRole('dialog', { name: /Borrar los datos de este cliente/ });
  expect(screen.getByText(/siguen en el historial/)).toBeTruthy();
  await press('Enter');
  await screen.findByText('Todavía no hay cuentas guardadas.');
  expect(fake.getInputs('customers.delete')).toEqual([{ customerId: 'maria', approval: null }]);
});

test('opens the result of the typed search when Enter is pressed before it arrives', async () => {
  const saved = [createCustomer({ id: 'ana', name: 'Ana' }), createCustomer()];
  const { fake } = openCustomersPage('supervisor', saved);
  await screen.findByText(/Hay 2 cuentas/);
  const pendingResponse = Promise.withResolvers<void>();
  fake.answer('customers.find', async () => {
    await pendingResponse.promise;
    return ok({ days: 90, storedCount: 2, customers: saved.slice(1) });
  });
  await userEvent.keyboard('mar');
  await press('Enter');
  expect(screen.queryByRole('button', { name: /Cobrarle/ })).toBeNull();
  pendingResponse.resolve();
  await screen.findByRole('button', { name: /Cobrarle/ });
  expect(screen.getByText('María Pérez')).toBeTruthy();
});

test('asks a cashier for a supervisor’s PIN to delete a customer', async () => {
  const { fake } = openCustomersPage('cashier', [
    createCustomer({ isMasked: true, account: '**** 0007' }),
  ]);
  await userEvent.click(await screen.findByRole('option', { name: /CFE/ }));
  await screen.findByText('**** 0007');
  await press('Delete');
  await screen.findByRole('dialog');
  await screen.findByLabelText(/PIN/);
  await userEvent.keyboard('2222');
  await press('Enter');
  await waitFor(() =>
    expect(fake.getInputs('customers.delete')).toEqual([
      { customerId: 'maria', approval: { cashierId: 'luis', pin: '2222' } },
    ]),
  );
});

test('deletes all customers only with an owner’s PIN, also for an owner', async () => {
  openCustomersPage('owner', [createCustomer(), createCustomer({ id: 'two' })]);
  await screen.findByText(/Hay 2 cuentas/);
  await press('Delete');
  await screen.findByRole('dialog', { name: /todos los clientes/ });
  await userEvent.keyboard('3333');
  await press('Enter');
  await screen.findByText('Se borraron 2 cuentas.');
  await screen.findByText('Todavía no hay cuentas guardadas.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('saves a phone number, and keeps a masked one when Enter is pressed on an empty field', async () => {
  const { fake } = openCustomersPage('cashier', [
    createCustomer({ isMasked: true, phone: '**** 5432' }),
  ]);
  await userEvent.click(await screen.findByRole('option', { name: /CFE/ }));
  await userEvent.keyboard('{Control>}m{/Control}');
  await screen.findByRole('heading', { name: /Qué teléfono/ });
  await screen.findByText(/vacío no cambia nada/);
  await press('Enter');
  await screen.findByText('**** 5432');
  expect(fake.getInputs('customers.setPhone')).toEqual([]);
  await userEvent.keyboard('{Control>}m{/Control}');
  await screen.findByRole('heading', { name: /Qué teléfono/ });
  await userEvent.keyboard('55-98');
  await press('Enter');
  await screen.findByText('Lleva de 7 a 15 dígitos.');
  await userEvent.keyboard('765432');
  await press('Enter');
  await screen.findByText('5598765432');
});

test('shows that no customers are saved, and that the owner decides it', async () => {
  openCustomersPage('cashier', [], 0);
  await screen.findByText('Esta caja no guarda cuentas de clientes.');
  expect(screen.getByText(/el dueño decide/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Borrar todos/ })).toBeNull();
});

test('opens a payment for the customer with Enter', async () => {
  const { navigation } = openCustomersPage('supervisor', [createCustomer()]);
  await userEvent.click(await screen.findByRole('option', { name: /CFE/ }));
  await screen.findByText('501000000007');
  await press('Enter');
  expect(navigation.getState().route).toEqual({
    name: 'pay',
    billerId: 40,
    customerId: 'maria',
  });
});
