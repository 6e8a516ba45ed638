import { type Counter, expect, OWNER, test } from './support/index.ts';

test.use({ serviceVersion: 'v3.mx' });

/** A key that is held down: the keyboard repeats it. */
async function hold(counter: Counter, key: string): Promise<void> {
  for (let n = 0; n < 12; n += 1) await counter.page.keyboard.down(key);
  await counter.page.keyboard.up(key);
}

/** One after the other on one till: what is paid in the second step is the earlier payment of the third. */
test('each key has one meaning, once', async ({ counter, service }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await test.step('Esc goes one step back at each step, and nothing that was typed is lost', async () => {
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
    await expect(counter.page.getByRole('combobox')).toBeFocused();
    await counter.press('Escape');
    await expect(counter.page.getByRole('combobox')).toBeFocused();
    expect((await service.inspect()).transactions).toEqual([]);
  });

  await test.step('a key that is held down counts once: Enter opens one step, F12 pays one bill', async () => {
    await counter.find('telmex', /Telmex/);
    await counter.type('8112345678');
    await hold(counter, 'Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.type('150');
    await hold(counter, 'Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await hold(counter, 'F12');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await hold(counter, 'Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    expect((await service.inspect()).transactions).toEqual([]);
    await hold(counter, 'F12');
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    await hold(counter, 'F12');
    expect((await service.inspect()).transactions).toHaveLength(1);
    await counter.nextCustomer();
  });

  await test.step('a look-alike of an earlier payment is paid only by choosing so', async () => {
    await counter.find('telmex', /Telmex/);
    await counter.type('8112345678');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.type('150');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.decide.earlierTitle'));
    // The first choice is the safe one, and a run of Enters takes it.
    await counter.press('Enter', 'Enter', 'F12');
    await expect(counter.page.getByRole('combobox')).toBeFocused();
    expect((await service.inspect()).transactions).toHaveLength(1);
  });
});
