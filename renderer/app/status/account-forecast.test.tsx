import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AccountForecast } from '../../../shared/contract/index.ts';
import { createFakeCashier, type FakeCashier, freezeClock } from '../testing/fake-cashier.ts';
import { createFakeStatusLine } from '../testing/index.ts';

freezeClock();

/** 17:40 on a Saturday in Mexico City. */
const TODAY_END = '2026-03-14T23:40:00.000Z';
const TUESDAY_END = '2026-03-17T17:20:00.000Z';
const TRANSFER = {
  amount: { amount: '12000.00', currency: 'MXN' },
  coveredDay: '2026-03-15',
  isToday: false,
};
const ENDS_TODAY: AccountForecast = {
  kind: 'ends-today',
  endsAt: TODAY_END,
  marginMinutes: 25,
  isSoon: false,
  transfer: { ...TRANSFER, coveredDay: '2026-03-14', isToday: true },
};

async function showForecast(
  forecast: AccountForecast | null,
  language: 'es-MX' | 'es-CO' | 'en' = 'es-MX',
  hasChain = false,
): Promise<FakeCashier> {
  const cashier = await createFakeCashier(language);
  const { account } = createFakeStatusLine();
  const { shop } = cashier.fake;
  shop.status = createFakeStatusLine({
    account: account === null ? null : { ...account, forecast },
  });
  shop.state = { ...shop.state, hasChain };
  await cashier.reload();
  await screen.findByRole('combobox');
  return cashier;
}

const findAccountButton = (name: RegExp) => screen.findByRole('button', { name });

describe('forecast of the account', () => {
  it('says on home and in the status bar until when it lasts today, and what to transfer', async () => {
    const cashier = await showForecast(ENDS_TODAY);
    await cashier.waitForText(
      'A este ritmo, el saldo alcanza hasta las 17:40. Transfiera $12,000 para terminar el día.',
    );
    await userEvent.click(await findAccountButton(/Saldo hasta 17:40/));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/hasta las 17:40.*Transfiera/s);
    expect(document.activeElement?.closest('[role="dialog"]')).toBe(dialog);
    await cashier.press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says it on the screen of F7 too', async () => {
    const cashier = await showForecast(ENDS_TODAY);
    await cashier.press('F7');
    await screen.findByRole('option', { name: /Turno/ });
    await cashier.waitForText(/hasta las 17:40/);
  });

  it.each([
    ['es-MX', '17:40 \\(±50 min\\)'],
    ['es-CO', '17:40 \\(±50 min\\)'],
    ['en', '17:40 \\(±50 min\\)'],
  ] as const)('names a margin above half an hour in %s', async (language, words) => {
    const cashier = await showForecast({ ...ENDS_TODAY, marginMinutes: 41 }, language);
    await cashier.waitForText(new RegExp(words));
  });

  it('names the weekday until which it lasts, without a warning', async () => {
    const cashier = await showForecast({
      kind: 'lasts-today',
      endsAt: TUESDAY_END,
      transfer: TRANSFER,
    });
    await cashier.waitForText(
      'A este ritmo, el saldo alcanza hasta el martes a las 11:20. Transfiera $12,000 para terminar el domingo.',
    );
    expect(await findAccountButton(/^Saldo/)).toHaveProperty('textContent', 'Saldo$12,480.50');
  });

  it('says that the other tills of a chain use the balance', async () => {
    const cashier = await showForecast(ENDS_TODAY, 'es-MX', true);
    await cashier.waitForText(/Las otras cajas de la cadena gastan del mismo saldo/);
  });

  it('says in its dialog alone that there are too few sales', async () => {
    await showForecast({ kind: 'too-little-history' });
    expect(screen.queryByText(/muy pocos días/)).toBeNull();
    await userEvent.click(await findAccountButton(/^Saldo/));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Todavía hay muy pocos días con ventas');
  });

  it.each([
    ['before it is computed', null],
    [
      'while the account lasts longer than a week',
      { kind: 'lasts-today', endsAt: null, transfer: null },
    ],
  ] as const)('says nothing %s', async (_, forecast) => {
    await showForecast(forecast);
    expect(await findAccountButton(/^Saldo/)).toBeTruthy();
    expect(screen.queryByText(/ritmo/)).toBeNull();
  });

  it('warns that the balance is used up', async () => {
    const cashier = await showForecast({ kind: 'used-up', transfer: ENDS_TODAY.transfer });
    await cashier.waitForText(/El saldo se acabó: los pagos serán rechazados. Transfiera/);
  });
});
