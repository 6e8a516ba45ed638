import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dictionary } from '../../renderer/features/setup/dictionary.ts';
import { expect, test, trainingShop } from './support/index.ts';

const words = dictionary['es-MX'];

test.use({ provisioning: null, serviceVersion: 'v3.mx' });

const asks = (page: Page, title: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1 })).toContainText(title);

const choose = async (page: Page, title: string, option: string | RegExp): Promise<void> => {
  await asks(page, title);
  await page.getByRole('option', { name: option }).focus();
  await page.keyboard.press('Enter');
};

const chooseFile = async (page: Page, file: string): Promise<void> => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: words['setup.file.choose'] }).press('Enter');
  await (await choosing).setFiles(file);
};

const fill = async (page: Page, title: string, fields: Record<string, string>): Promise<void> => {
  await asks(page, title);
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press('Enter');
};

test('one press leads into training, with its cashiers', async ({ till }) => {
  await choose(till.page, words['setup.start'], words['setup.start.training']);
  await till.page.getByRole('option', { name: 'Ana' }).waitFor();
  expect(await till.ask('till.state', {})).toMatchObject({
    isSetUp: true,
    environment: 'training',
  });
});

test('the wizard keeps keys only once the service has taken them', async ({ till, service }) => {
  const { page } = till;
  await choose(page, words['setup.start'], words['setup.start.steps']);
  await choose(page, words['setup.environment'], words['setup.environment.sandbox']);
  await fill(page, words['setup.service'], {
    [words['setup.baseUrl']]: service.baseUrl,
    [words['setup.vendor']]: service.vendor,
    [words['setup.caFile']]: service.caFile,
  });
  await choose(page, words['setup.version'], words['setup.version.v3.mx']);
  await fill(page, words['setup.keys'], {
    [words['setup.apiKey']]: service.apiKey,
    [words['setup.secretKey']]: 'not the secret',
  });
  await page.getByText(words['setup.keys.look']).first().waitFor();
  await expect(page.getByText(words['setup.checked'])).toHaveCount(0);
  await page.getByLabel(words['setup.secretKey'], { exact: true }).fill(service.secretKey);
  await page.keyboard.press('Enter');
  await page.getByText(words['setup.checked']).first().waitFor();
  await page.keyboard.press('Enter');
  await fill(page, words['setup.shop'], { [words['setup.shopName']]: 'Abarrotes Lupita' });
  await fill(page, words['setup.pos'], {
    [words['setup.posNumber']]: '07',
    [words['setup.chainName']]: 'lupita',
  });
  await asks(page, words['setup.zone']);
  await page.keyboard.press('Enter');
  await choose(page, words['setup.printer'], words['setup.printer.screen']);
  // From here on until the owner's name, Enter takes what is offered.
  await expect(async () => {
    if (await page.getByLabel(words['setup.cashier.owner'], { exact: true }).isVisible()) return;
    await page.keyboard.press('Enter');
    throw new Error('not there yet');
  }).toPass();
  await page.getByLabel(words['setup.cashier.owner'], { exact: true }).fill('Carmen');
  await page.getByLabel(words['setup.cashier.pin'], { exact: true }).fill('4821');
  await page.keyboard.press('Enter');
  await page.getByText(words['setup.cashier.done']).first().waitFor();
  await page.getByText(words['setup.cashier.done']).first().click();
  await expect(async () => {
    if (await page.getByRole('option', { name: 'Carmen' }).isVisible()) {
      const { isSetUp } = await till.ask('till.state', {});
      if (isSetUp) return;
    }
    await page.keyboard.press('Enter');
    throw new Error('not set up yet');
  }).toPass({ timeout: 30_000 });
  expect(await till.ask('till.state', {})).toMatchObject({
    environment: 'sandbox',
    posNumber: '07',
    shopName: 'Abarrotes Lupita',
  });
});

test('a provisioning file is read on the screen; a field that nobody knows is named', async ({
  till,
  service,
}) => {
  const { page } = till;
  await choose(page, words['setup.start'], words['setup.start.file']);
  await asks(page, words['setup.file']);
  const file = join(till.profile, 'till.json');
  const good = { ...service.provisioning('v3.mx'), shop: trainingShop.shop };
  writeFileSync(file, JSON.stringify({ ...good, colour: 'red' }));
  await chooseFile(page, file);
  await page
    .getByText(/colour/)
    .first()
    .waitFor();
  writeFileSync(file, JSON.stringify(good));
  await chooseFile(page, file);
  await asks(page, words['setup.review']);
  await expect(page.locator('body')).not.toContainText(service.secretKey);
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Beto' }).waitFor();
});
