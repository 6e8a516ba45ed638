import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fail, ok, type UnprintedPaper } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import { createTape } from '../testing/fake-values.ts';
import { createFakeShop, createFakeTill, type FakeTill, renderApp } from '../testing/index.ts';

const CASHIER = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
const AT = '2026-03-14T16:00:00Z';
const REPORT: UnprintedPaper = {
  jobId: 'job-x',
  paymentId: null,
  kind: 'report',
  state: 'refused',
  reason: 'paper-out',
  createdAt: AT,
  billerName: null,
  account: null,
  amount: null,
};
const TAPE = createTape({
  jobId: 'job-x',
  kind: 'report',
  state: 'waiting',
  ticketText: 'none',
  isWithheld: true,
  createdAt: AT,
});

/** Opens the dialog of a report whose reprint needs a supervisor. */
async function openReport(): Promise<FakeTill> {
  const fake = createFakeTill(createFakeShop({ session: { cashier: CASHIER } }));
  let papers = [REPORT];
  fake.answer('printing.unprintedPapers', () => ok(papers));
  fake.answer('printing.retry', ({ approval }) => {
    if (approval === null) return fail({ kind: 'not-allowed', needs: 'supervisor' });
    if (approval.pin !== '2222') return fail({ kind: 'wrong-pin', waitSeconds: 0 });
    papers = [];
    return ok(TAPE);
  });
  renderApp(fake);
  await userEvent.click(await screen.findByRole('button', { name: /Impresora/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Informe/ }));
  await screen.findByRole('heading', { name: 'Informe' });
  return fake;
}

const findPinField = async (): Promise<HTMLElement> => {
  const dialog = await screen.findByRole('dialog');
  const luis = within(dialog).queryByRole('option', { name: /Luis/ });
  if (luis) await userEvent.click(luis);
  return await within(dialog).findByLabelText('PIN de Luis');
};

test('reprints a report with a supervisor’s PIN and explains why it is needed', async () => {
  const fake = await openReport();
  await userEvent.keyboard('{Control>}p{/Control}');
  await screen.findByText(/Este informe dice lo que debe haber en el cajón/);
  await userEvent.type(await findPinField(), '1111{Enter}');
  await screen.findByText('El PIN no es correcto.');
  await userEvent.type(await findPinField(), '2222{Enter}');
  await waitFor(() => expect(screen.queryByText(/Este informe dice/)).toBeNull());
  expect(fake.getInputs('printing.retry')).toEqual([
    { jobId: 'job-x', approval: null },
    { jobId: 'job-x', approval: { cashierId: 'luis', pin: '1111' } },
    { jobId: 'job-x', approval: { cashierId: 'luis', pin: '2222' } },
  ]);
});

test('clears a typed PIN when the page is locked', async () => {
  const fake = await openReport();
  await userEvent.keyboard('{Control>}p{/Control}');
  await userEvent.type(await findPinField(), '2222');
  act(() => {
    const lock = { cashier: CASHIER, because: 'sleep', at: AT } as const;
    fake.shop.state = { ...fake.shop.state, session: { cashier: null }, lock };
    fake.emit('till.changed', {});
  });
  await userEvent.type(await screen.findByLabelText('PIN'), '1111{Enter}');
  expect(await findPinField()).toHaveProperty('value', '');
  expect(fake.getInputs('printing.retry')).toEqual([{ jobId: 'job-x', approval: null }]);
});

test('shows a problem if the approver lacks the permission', async () => {
  const fake = await openReport();
  fake.answer('printing.retry', () => fail({ kind: 'not-allowed', needs: 'supervisor' }));
  await userEvent.keyboard('{Control>}p{/Control}');
  await userEvent.type(await findPinField(), '2222{Enter}');
  const { title } = describeProblem({ kind: 'not-allowed', needs: 'supervisor' }, 'es-MX');
  await screen.findByText(title);
});
