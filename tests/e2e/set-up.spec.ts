import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeProblem } from '../../shared/i18n/index.ts';
import { decodePrinted, startVirtualPrinter } from '../support/virtual-printer/index.ts';
import { createWizard, expect, test, trainingShop } from './support/index.ts';

test.use({ provisioning: null, serviceVersion: 'v3.mx' });

test('one press leads into training, with its cashiers', async ({ till }) => {
  const wizard = createWizard(till.page);
  await wizard.choose('setup.start', 'setup.start.training');
  await till.page.getByRole('option', { name: 'Ana' }).waitFor();
  expect(await till.ask('till.state', {})).toMatchObject({
    isSetUp: true,
    environment: 'training',
  });
});

for (const [language, colorScheme] of [
  ['es-MX', 'light'],
  ['en', 'dark'],
] as const) {
  test(`step by step, in ${language}: keys are kept once the service has taken them, and the printer is tried`, async ({
    till,
    service,
  }) => {
    const printer = await startVirtualPrinter();
    await till.page.emulateMedia({ colorScheme });
    await till.page.locator(`button[lang=${language}]`).click();
    const wizard = createWizard(till.page, language);
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
      'setup.secretKey': 'not the secret',
    });
    await till.page
      .getByText(describeProblem({ kind: 'keys-refused' }, language).happened)
      .first()
      .waitFor();
    await wizard.sees('setup.keys.look');
    await wizard.asks('setup.keys');
    await wizard.fill('setup.keys', { 'setup.secretKey': service.secretKey });
    await wizard.sees('setup.checked');
    await wizard.asks('setup.keys');
    await wizard.press('Enter');
    await wizard.fill('setup.shop', { 'setup.shopName': 'Abarrotes Lupita' });
    await wizard.fill('setup.pos', { 'setup.posNumber': '07', 'setup.chainName': 'lupita' });
    await wizard.asks('setup.zone');
    await wizard.press('Enter');
    await wizard.choose('setup.printer', 'setup.printer.network');
    await wizard.fill('setup.printer.address', { 'setup.printer.addressLabel': printer.address });
    await wizard.choose('setup.printer.model', 'Epson');
    await wizard.choose('setup.printer.columns', 'setup.printer.columns.42');
    await wizard.asks('setup.printer.try');
    await wizard.press('Enter');
    await wizard.sees('setup.printer.sent');
    await wizard.press('Enter');
    await wizard.fill('setup.cashiers', {
      'setup.cashier.owner': 'Carmen',
      'setup.cashier.pin': '4821',
    });
    await wizard.sees('setup.cashier.done');
    await wizard.asks('setup.cashiers');
    await wizard.press('Enter');
    await wizard.asks('setup.review');
    await expect(till.page.locator('body')).not.toContainText(service.secretKey);
    await wizard.press('Enter');
    await till.page.getByRole('option', { name: 'Carmen' }).waitFor();
    expect(await till.ask('till.state', {})).toMatchObject({
      environment: 'sandbox',
      posNumber: '07',
      shopName: 'Abarrotes Lupita',
      language,
    });
    expect(printer.jobs.map((bytes) => decodePrinted(bytes, 'epson').cuts)).toEqual([1]);
    await printer.close();
  });
}

test('a provisioning file is read on the screen; a field that nobody knows is named', async ({
  till,
  service,
}) => {
  const { page } = till;
  const wizard = createWizard(page);
  await wizard.choose('setup.start', 'setup.start.file');
  await wizard.asks('setup.file');
  const file = join(till.profile, 'till.json');
  const good = { ...service.provisioning('v3.mx'), shop: trainingShop.shop };
  writeFileSync(file, JSON.stringify({ ...good, colour: 'red' }));
  await wizard.chooseFile(file);
  await page
    .getByText(/colour/)
    .first()
    .waitFor();
  await wizard.asks('setup.file');
  writeFileSync(file, JSON.stringify(good));
  await wizard.chooseFile(file);
  await wizard.asks('setup.review');
  await expect(page.locator('body')).not.toContainText(service.secretKey);
  await wizard.press('Enter');
  await page.getByRole('option', { name: 'Beto' }).waitFor();
});
