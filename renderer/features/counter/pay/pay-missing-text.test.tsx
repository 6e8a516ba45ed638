import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();

const CASH_OUT = {
  ...PAID_CHANGES,
  kind: 'cash-out',
  handOver: 'paper-first',
  cash: null,
  change: null,
} as const;

async function goToOutcome(
  changes: Parameters<FakeCashier['bills']['recordOutcome']>[0],
  heading: RegExp,
): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  await goToSent(cashier);
  cashier.bills.recordOutcome(changes);
  await goToResult(cashier, heading);
  return cashier;
}

describe('a cash-out without its text', () => {
  it('says that the text did not come, whom to call, and that a supervisor releases it', async () => {
    const cashier = await goToOutcome(CASH_OUT, /no llegó el texto del servicio/);
    await cashier.waitForText('llame al 55 1234 5678 con la autorización 48586');
    await cashier.waitForText('Entregar sin el texto');
    expect(document.body.textContent).not.toContain('ENTREGUE');
    await cashier.press('Control+S');
    await cashier.waitForText('Compruebe la autorización con la línea de ayuda.');
  });

  it('names the slip where the text came and the slip is missing', async () => {
    const cashier = await goToOutcome({ ...CASH_OUT, hasTicketText: true }, /falta el comprobante/);
    await cashier.waitForText('Entregar el dinero sin comprobante');
  });
});

describe('a gift card without its code', () => {
  const CARD = { ...PAID_CHANGES, kind: 'gift-card' } as const;

  it('claims no code, names the authorization and whom to call', async () => {
    const cashier = await goToOutcome(CARD, /El código de la tarjeta no llegó/);
    await cashier.waitForText('llame al 55 1234 5678 con la autorización 48586');
    await cashier.waitForText('Entregue $51.00 de cambio.');
    const pageText = document.body.textContent ?? '';
    expect(pageText).not.toContain('ticket con el código');
    expect(pageText).not.toContain('El código está en');
  });

  it('stays in the pending list, which says why', async () => {
    const cashier = await goToOutcome(
      { ...CARD, toConfirm: 'no-code' },
      /El código de la tarjeta no llegó/,
    );
    await cashier.press('F9');
    await cashier.waitForText('el código de la tarjeta no llegó');
  });

  it('closes a missing code with F11 from the pending list, and announces it on no other screen', async () => {
    const cashier = await goToOutcome(CARD, /El código de la tarjeta no llegó/);
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    cashier.bills.recordOutcome({ ...CARD, toConfirm: 'no-code' });
    await cashier.press('F9');
    await screen.findByRole('option', { name: /CFE/ });
    expect(screen.queryByRole('button', { name: /Atender/ })).toBeNull();
    await cashier.press('Enter');
    await cashier.waitForText('El cliente ya tiene el código');
    await waitFor(async () => {
      await cashier.waitUntilKeysWork();
      await cashier.press('F11');
      expect(cashier.fake.getInputs('payments.confirm')).toEqual([{ paymentId: 'payment-1' }]);
    });
  });

  it('hands over the receipt with the code where it came', async () => {
    const cashier = await goToOutcome({ ...CARD, hasTicketText: true }, /ticket con el código/);
    await cashier.waitForText('El código está en el papel.');
  });
});

describe('a gift card on the screen', () => {
  const codeText = 'AMAZON\nCódigo: 1234-5678-9012-3456\nNo lo comparta.\n';

  it('shows its code above everything else, and the service’s text as it came', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.paper = { state: 'printed', reason: null, isOnScreen: true, codeText };
    cashier.bills.recordOutcome({ ...PAID_CHANGES, kind: 'gift-card', hasTicketText: true });
    await cashier.waitForText('El cliente anota este código');
    const code = document.querySelector('[data-gift-code=code]');
    expect(code?.textContent).toBe('1234-5678-9012-3456');
    expect(document.querySelector('[data-gift-code=text]')?.textContent).toBe(codeText.trim());
    const notice = document.querySelector('section [role=status]');
    const position = notice === null ? 0 : (code?.compareDocumentPosition(notice) ?? 0);
    expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

describe('a gift card whose code the printer cannot print', () => {
  it('asks before it is sold, and then shows the code on the screen', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.warnings = [{ kind: 'code-on-screen', reason: 'paper-out' }];
    await cashier.find('cfe');
    await cashier.waitForHeading(/CFE/);
    await cashier.type('501000000007');
    await cashier.press('Enter');
    await cashier.waitForHeading('El código no se puede imprimir ahora');
    await cashier.waitForText('Todavía no se ha cobrado nada.');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
    await screen.findByRole('button', { name: /Vender con el código en pantalla/ });
    await cashier.press('Enter');
    await cashier.waitForHeading(/efectivo|recibió|paga/i);
  });

  it('shows a code whose paper did not come out as the code of a shop without a printer', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    const codeText = 'Código: 1234-5678-9012-3456\n';
    cashier.bills.paper = { state: 'refused', reason: 'paper-out', codeText };
    cashier.bills.recordOutcome({ ...PAID_CHANGES, kind: 'gift-card', hasTicketText: true });
    await cashier.waitForText('El cliente anota este código');
    await cashier.waitForText('El código está en el ticket de la pantalla');
  });
});

describe('a result whose receipt is not out', () => {
  it('says on Enter that the receipt stays in the list', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.paper = { state: 'refused', reason: 'paper-out' };
    cashier.bills.recordOutcome(PAID_CHANGES);
    await cashier.waitForText('Siguiente cliente (el ticket queda en F9)');
  });

  it('says nothing of a list where the receipt came out', async () => {
    const cashier = await goToOutcome(PAID_CHANGES, /Entregue/);
    await cashier.waitForText('Siguiente cliente');
    expect(document.body.textContent).not.toContain('queda en F9');
  });
});
