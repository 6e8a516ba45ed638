import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '../../../../shared/contract/index.ts';
import { createFakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import { createFakeCatalogState } from '../../../app/testing/fake-shop.ts';
import { createBiller } from '../../../app/testing/fake-values.ts';

freezeClock();

test('fills the list of a flow when the catalogue arrives after it was opened', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.answer('catalog.suggested', () => ok([]));
  await cashier.press('F3');
  await cashier.waitForHeading('¿De qué compañía es la recarga?');
  expect(screen.queryAllByRole('option')).toEqual([]);
  const biller = createBiller({ name: 'Telcel', kind: 'top-up' });
  cashier.fake.answer('catalog.suggested', () => ok([{ biller, isFavourite: false, uses: 0 }]));
  act(() => cashier.fake.emit('catalog.changed', createFakeCatalogState()));
  await screen.findByRole('option', { name: /Telcel/ });
});

test('restarts the flow when its key is pressed again', async () => {
  const cashier = await createFakeCashier();
  const allBillers = Array.from({ length: 12 }, (_none, n) => ({
    biller: createBiller({ id: n + 1, name: `Compañía ${n + 1}`, kind: 'top-up' }),
    isFavourite: false,
    uses: 0,
  }));
  cashier.fake.answer('catalog.suggested', ({ limit }) => ok(allBillers.slice(0, limit)));
  await cashier.press('F3');
  await cashier.waitForHeading('¿De qué compañía es la recarga?');
  await screen.findByRole('option', { name: /Compañía 8/ });
  await cashier.press('PageDown');
  await screen.findByRole('option', { name: /Compañía 12/ });
  await cashier.press('F3');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(8));
});
