import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceUnderTest, Till } from '../support/index.ts';
import { createWizard, TRAINING_SHOP } from '../support/index.ts';

/**
 * Walks through the first-run screens and checks each: the ways to start, the wizard to its end,
 * and the recovery key.
 */
export async function walkThroughSetup(
  till: Till,
  service: ServiceUnderTest,
  checkScreen: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = till;
  const wizard = createWizard(page, 'es-MX', checkScreen);
  const { press } = wizard;

  await wizard.choose('setup.start', 'setup.start.file');
  await wizard.expectQuestion('setup.file');
  const file = join(till.profile, 'till.json');
  const provisioning = { ...service.provisioning('v3.mx'), shop: TRAINING_SHOP.shop };
  writeFileSync(file, JSON.stringify({ ...provisioning, colour: 'red' }));
  await wizard.chooseFile(file);
  await page
    .getByText(/colour/)
    .first()
    .waitFor();
  await checkScreen('a file with a field that nobody knows');
  await press('Escape');
  await wizard.choose('setup.start', 'setup.start.restore');
  await wizard.expectQuestion('setup.restore');
  await press('Escape');

  await wizard.choose('setup.start', 'setup.start.steps');
  await wizard.choose('setup.environment', 'setup.environment.sandbox');
  await wizard.fill('setup.service', {
    'setup.baseUrl': service.baseUrl,
    'setup.vendor': service.vendor,
    'setup.caFile': service.caFile,
  });
  await wizard.choose('setup.version', 'v3.mx');
  await wizard.fill('setup.keys', {
    'setup.apiKey': service.apiKey,
    'setup.secretKey': service.secretKey,
  });
  await wizard.expectText('setup.checked');
  await checkScreen('keys that the service takes');
  await press('Enter');
  await wizard.fill('setup.shop', { 'setup.shopName': 'Abarrotes Lupita' });
  await wizard.fill('setup.pos', { 'setup.posNumber': '07', 'setup.chainName': 'lupita' });
  await wizard.expectQuestion('setup.zone');
  await press('Enter');

  await wizard.expectQuestion('setup.printer');
  await press('F1');
  await wizard.expectQuestion('printers.title');
  await press('Escape');
  await wizard.choose('setup.printer', 'setup.printer.pdf');
  await wizard.expectQuestion('setup.printer.folder');
  await press('Escape');
  await wizard.choose('setup.printer', 'setup.printer.path');
  await wizard.expectQuestion('setup.printer.address');
  await press('Escape');
  await wizard.choose('setup.printer', 'setup.printer.network');
  await wizard.fill('setup.printer.address', { 'setup.printer.addressLabel': 'tcp://127.0.0.1:1' });
  await wizard.choose('setup.printer.model', 'Epson');
  await wizard.choose('setup.printer.columns', 'setup.printer.columns.42');
  await wizard.expectQuestion('setup.printer.test');
  for (const title of [
    'setup.printer.columns',
    'setup.printer.model',
    'setup.printer.address',
    'setup.printer',
  ] as const) {
    await press('Escape');
    await wizard.waitForQuestion(title);
  }
  await wizard.pick('setup.printer.screen');

  await wizard.fill('setup.cashiers', {
    'setup.cashier.owner': 'Carmen',
    'setup.cashier.pin': '4821',
    'setup.cashier.pinAgain': '4821',
  });
  await wizard.expectText('setup.cashier.done');
  await wizard.expectQuestion('setup.cashiers');
  await press('Insert');
  await wizard.fill('setup.cashier.new', {
    'setup.cashier.name': 'Beto',
    'setup.cashier.pin': '2222',
    'setup.cashier.pinAgain': '2222',
  });
  await wizard.expectQuestion('setup.cashier.role');
  await press('Enter');
  await wizard.expectText('setup.cashier.done');
  await press('Enter');
  await wizard.expectQuestion('setup.review');
  await press('Enter');
  await wizard.waitForQuestion('recovery.title');
  await page.getByRole('list', { name: wizard.getText('recovery.title') }).waitFor();
  await wizard.expectQuestion('recovery.title');
  await press('Enter');
  await wizard.fill('recovery.end', { 'recovery.end.label': 'QQQQ QQQQ' });
  await page.getByText(wizard.getText('recovery.back')).waitFor();
  await checkScreen('the end of another key');
}
