import type { Page } from '@playwright/test';
import { createTestCode } from '../../shared/bill-codes/bill-code.fixture.ts';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  OWNER,
  plugInScanner,
  test,
} from './support/index.ts';

/** EMSA of the training: it reports no balance, so the amount of the code is proposed. */
const EMSA = {
  gln: '7709998002449',
  references: ['0586131234'],
  amount: { digits: '0000070470', decimals: 0 },
  dueDate: '2031-01-31',
};

const getField = (page: Page) => page.getByRole('textbox').first();

test('brings the code of a bill to the cash in two keys', async ({ counter, till }) => {
  const scanner = await plugInScanner(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);

  await test.step('waits for the list of billers', async () => {
    await counter.goHome();
    await counter.find('emsa meta', /EMSA/);
  });

  await test.step('shows what the code says, and proposes its amount', async () => {
    await counter.goHome();
    await till.page.getByRole('combobox').focus();
    await scanner.scan(createTestCode(EMSA));
    await counter.expectQuestion(/EMSA/);
    await expect(getField(till.page)).toHaveValue('0586131234');
    await counter.expectText(/70,470/);
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await expect(getField(till.page)).toHaveValue('70,470');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
  });

  await test.step('reads a code that arrives as several lines', async () => {
    await counter.goHome();
    await scanner.scan(createTestCode({ ...EMSA, references: ['0586139999'] }, '\r'));
    await counter.expectQuestion(/EMSA/);
    await expect(getField(till.page)).toHaveValue('0586139999');
  });

  await test.step('warns of the same code within an hour, and of a past date', async () => {
    await counter.goHome();
    await scanner.scan(createTestCode({ ...EMSA, dueDate: '2020-01-31' }));
    await counter.expectText(getTextBeforePlaceholder('es-MX', 'scan.pastDue.title'));
    await counter.goHome();
    await scanner.scan(createTestCode(EMSA));
    await counter.expectText(getTextBeforePlaceholder('es-MX', 'scan.earlier.title'));
    await expectScreenInOrder(till.page, 'es-MX');
  });

  await test.step('stops in amber if the biller names another amount', async () => {
    await counter.goHome();
    const etb = { ...EMSA, gln: '7707181500017', references: ['10003054871234'] };
    await scanner.scan(createTestCode({ ...etb, amount: { digits: '0000000001', decimals: 0 } }));
    await counter.expectQuestion(/ETB/);
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('scan.difference.title'));
    await expectScreenInOrder(till.page, 'es-MX');
    await till.page.keyboard.press('ArrowDown');
    await till.page.keyboard.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
  });

  await test.step('offers the billers of a code that names none', async () => {
    await counter.goHome();
    await scanner.scan('015010000000072612150000005495');
    await counter.expectQuestion(counter.getText('scan.choose.biller'));
    await expectScreenInOrder(till.page, 'es-MX');
    await till.page.getByRole('option', { name: /Comisión Federal.*501000000007/ }).click();
    await counter.expectQuestion(/CFE/);
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
  });

  await test.step('asks once which biller an unknown collector is', async () => {
    const unknown = { ...EMSA, gln: '7709998005730', references: ['99123456'] };
    await counter.goHome();
    await scanner.scan(createTestCode(unknown));
    await counter.expectQuestion(counter.getText('scan.unknown.title'));
    await expectScreenInOrder(till.page, 'es-MX');
    await till.page.getByRole('combobox').fill('universidad el bosque');
    await till.page
      .getByRole('option', { name: /El Bosque/ })
      .first()
      .click();
    await till.page.getByRole('dialog').waitFor();
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('scan.choose.compare'));
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.press('Enter');
    await counter.expectQuestion(/El Bosque/);
    await expect(getField(till.page)).toHaveValue('99123456');
    await counter.goHome();
    await scanner.scan(createTestCode({ ...unknown, references: ['88123456'] }));
    await counter.expectQuestion(/El Bosque/);
    await expect(getField(till.page)).toHaveValue('88123456');
  });

  await test.step('tells by a printed sheet how the scanner is set', async () => {
    await counter.press('F7');
    await till.page
      .getByRole('option', { name: counter.getText('backOffice.settings') })
      .first()
      .press('Enter');
    await till.page
      .getByRole('option', { name: counter.getText('settings.section.scanner') })
      .press('Enter');
    await counter.expectQuestion(counter.getText('settings.scanner.title'));
    await counter.press('Control+P');
    await counter.expectText('PRUEBA DEL LECTOR');
    await scanner.scan('Mostrador-yZ');
    await counter.expectText(counter.getText('settings.scanner.layout.same'));
    await scanner.scan('1234567\u001d890', 'none');
    await counter.expectText(counter.getText('settings.scanner.separator.control'));
    await counter.expectText(counter.getText('settings.scanner.suffix.none'));
    await expectScreenInOrder(till.page, 'es-MX');
  });

  await test.step('says what is not the code of a bill', async () => {
    await counter.goHome();
    await scanner.scan('https://factura.example/?id=7&re=X');
    await counter.expectQuestion(counter.getText('scan.refused.web-address'));
    await expectScreenInOrder(till.page, 'es-MX');
    await scanner.scan('9'.repeat(300));
    await counter.expectQuestion(counter.getText('scan.refused.too-long'));
    await counter.press('Enter');
    await counter.expectQuestion(getTextBeforePlaceholder('es-MX', 'home.title'));
  });
});
