import { expect, type KeyboardCashier, OWNER, test } from './support/index.ts';

test.use({ serviceVersion: 'v3.mx' });

/** Holds a key down: the keyboard repeats it. */
async function holdKey(counter: KeyboardCashier, key: string): Promise<void> {
  for (let repeat = 0; repeat < 12; repeat += 1) await counter.page.keyboard.down(key);
  await counter.page.keyboard.up(key);
}

/** The steps share one till: the payment of the second step is the earlier payment of the third. */
test('gives each key one meaning and counts a held key once', async ({ counter, service }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await test.step('goes back one step with Esc at each step and keeps what was typed', async () => {
    const field = counter.page.getByRole('textbox');
    await counter.find('telmex', /Telmex/);
    await counter.goToConfirm({ account: '8112345678', amount: '150', cash: '200' });
    await counter.press('Escape');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await expect(field).toHaveValue('200');
    await counter.press('Escape');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await expect(field).toHaveValue('150');
    await counter.press('Escape');
    await counter.expectText(counter.getText('pay.account.phone_number'));
    await expect(field).toHaveValue('8112345678');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.press('Escape', 'Escape');
    // The typed cash is not forgotten: the till asks before the payment is left.
    await counter.page.getByRole('dialog').waitFor();
    await counter.press('F11');
    await expect(counter.page.getByRole('combobox')).toBeFocused();
    await counter.press('Escape');
    await expect(counter.page.getByRole('combobox')).toBeFocused();
    expect((await service.inspect()).transactions).toEqual([]);
  });

  await test.step('counts a held key once: Enter opens one step, F12 pays one bill', async () => {
    await counter.find('telmex', /Telmex/);
    await counter.type('8112345678');
    await holdKey(counter, 'Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.type('150');
    await holdKey(counter, 'Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await holdKey(counter, 'F12');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await holdKey(counter, 'Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    expect((await service.inspect()).transactions).toEqual([]);
    await holdKey(counter, 'F12');
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    await holdKey(counter, 'F12');
    expect((await service.inspect()).transactions).toHaveLength(1);
    await counter.goToNextCustomer();
  });

  await test.step('pays a similar payment only after an explicit choice', async () => {
    await counter.find('telmex', /Telmex/);
    await counter.type('8112345678');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.type('150');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.decide.earlierTitle'));
    // The first choice is the safe one, and repeated Enter takes it.
    await counter.press('Enter', 'Enter', 'F12');
    await expect(counter.page.getByRole('combobox')).toBeFocused();
    expect((await service.inspect()).transactions).toHaveLength(1);
  });
});
