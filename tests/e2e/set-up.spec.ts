import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { describeProblem } from '../../shared/i18n/index.ts';
import { typeAsPerson } from '../support/human-pace.ts';
import { decodePrinted, startVirtualPrinter } from '../support/virtual-printer/index.ts';
import { createWizard, expect, getLanguages, TRAINING_SHOP, test } from './support/index.ts';
import { createBrowserShell } from './support/shells.ts';
import { openTill } from './support/till.ts';

test.use({ provisioning: null, serviceVersion: 'v3.mx' });

test('starts training with its cashiers by one key', async ({ till }) => {
  const wizard = createWizard(till.page);
  await wizard.choose('setup.start', 'setup.start.training');
  await till.page.getByRole('option', { name: 'Ana' }).waitFor();
  expect(await till.callTill('till.state', {})).toMatchObject({
    isSetUp: true,
    environment: 'training',
  });
});

test.describe('system with another language', () => {
  for (const [name, language] of [
    ['es_CO.UTF-8', 'es-CO'],
    ['en_GB.UTF-8', 'en'],
  ] as const) {
    test(`starts the set-up in the language of ${name}`, async ({ chromium, shell }) => {
      test.skip(
        shell === 'electron',
        'it starts a browser shell of its own, which asks no Electron',
      );
      const launcher = ['env', `LANGUAGE=${name}`];
      const till = await openTill(createBrowserShell(chromium, launcher), null);
      try {
        await createWizard(till.page, language).expectQuestion('setup.start');
        expect(await till.page.evaluate(() => document.documentElement.lang)).toBe(language);
      } finally {
        await till.remove();
      }
    });
  }
});

const COLOR_SCHEMES = { 'es-MX': 'light', en: 'dark' } as const;

for (const language of getLanguages('set-up')) {
  test(`sets the till up step by step in ${language}, with verified keys and a tested printer`, async ({
    till,
    service,
  }) => {
    const printer = await startVirtualPrinter();
    await till.page.emulateMedia({ colorScheme: COLOR_SCHEMES[language] });
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
      .getByText(describeProblem({ kind: 'keys-refused' }, language).title)
      .first()
      .waitFor();
    await wizard.expectText('setup.keys.compare');
    await wizard.expectQuestion('setup.keys');
    await wizard.fill('setup.keys', { 'setup.secretKey': service.secretKey });
    await wizard.expectText('setup.checked');
    await wizard.expectQuestion('setup.keys');
    await wizard.press('Enter');
    await wizard.fill('setup.shop', { 'setup.shopName': 'Abarrotes Lupita' });
    await wizard.fill('setup.pos', { 'setup.posNumber': '07', 'setup.chainName': 'lupita' });
    await wizard.expectQuestion('setup.zone');
    // A zone is found by any of its words, without accents.
    for (const [query, zone] of [
      ['juarez', 'America/Ciudad_Juarez'],
      ['mexico', 'America/Mexico_City'],
    ] as const) {
      await till.page.keyboard.type(query);
      await expect(till.page.locator('[role="option"]:focus')).toContainText(zone);
    }
    await wizard.press('Enter');
    await wizard.choose('setup.printer', 'setup.printer.network');
    await wizard.fill('setup.printer.address', { 'setup.printer.addressLabel': printer.address });
    await wizard.choose('setup.printer.model', 'Epson');
    await wizard.choose('setup.printer.columns', 'setup.printer.columns.42');
    await wizard.expectQuestion('setup.printer.test');
    await wizard.press('Enter');
    await wizard.expectText('setup.printer.sent');
    await wizard.press('Enter');
    await wizard.fill('setup.cashiers', {
      'setup.cashier.owner': 'Carmen',
      'setup.cashier.pin': '4821',
      'setup.cashier.pinAgain': '4821',
    });
    await wizard.expectText('setup.cashier.done');
    await wizard.expectQuestion('setup.cashiers');
    await wizard.press('Enter');
    await wizard.expectQuestion('setup.review');
    await expect(till.page.locator('body')).not.toContainText(service.secretKey);
    await wizard.press('Enter');
    await wizard.expectQuestion('recovery.title');
    const groups = till.page.getByRole('list', { name: wizard.getText('recovery.title') });
    await groups.waitFor();
    const recoveryKey = (await groups.getByRole('listitem').allTextContents()).join('');
    expect(recoveryKey).toMatch(/^[02-9AC-HJ-NP-Z]{58}$/);
    await takePictures(till.page, language, 'key');
    await wizard.press('Control+p');
    await wizard.expectText('recovery.printed');
    const paper = decodePrinted(printer.jobs.at(-1) ?? Buffer.alloc(0), 'epson');
    expect(
      paper.lines
        .map(({ text }) => text)
        .filter((line) => !line.includes('***'))
        .join('')
        .replaceAll(' ', ''),
    ).toContain(recoveryKey);
    await wizard.press('Enter');
    await wizard.fill('recovery.end', { 'recovery.end.label': 'QQQQ QQQQ' });
    await wizard.expectQuestion('recovery.end');
    await till.page
      .getByText(describeProblem({ kind: 'recovery-key', reason: 'other-end' }, language).title)
      .first()
      .waitFor();
    await takePictures(till.page, language, 'end');
    await wizard.fill('recovery.end', {
      'recovery.end.label': recoveryKey.slice(-8).toLowerCase(),
    });
    await till.page.getByRole('option', { name: 'Carmen' }).waitFor();
    await expectInNoFile(till.profile, recoveryKey);

    // The owner forgets her PIN and signs in with the recovery key.
    await till.page.getByRole('option', { name: 'Carmen' }).press('Enter');
    await till.page.getByRole('heading', { level: 1 }).getByText('Carmen').waitFor();
    await wizard.press('Control+o');
    await till.page
      .getByLabel(wizard.getText('signIn.recover.key'), { exact: true })
      .fill(recoveryKey);
    await takePictures(till.page, language, 'recover');
    await wizard.press('Enter');
    await typeAsPerson(till.page.keyboard, '908172');
    await wizard.press('Enter');
    await typeAsPerson(till.page.keyboard, '908172');
    await wizard.press('Enter');
    await till.page.getByText(wizard.getText('signIn.enter')).first().waitFor();
    await typeAsPerson(till.page.keyboard, '908172');
    await wizard.press('Enter');
    await till.page.getByRole('button', { name: wizard.getText('printer.name') }).waitFor();
    await till.page.keyboard.press('F7');
    await till.page
      .getByRole('option', { name: wizard.getText('backOffice.backup') })
      .press('Enter');
    await till.page
      .getByRole('option', { name: wizard.getText('backups.recovery') })
      .press('Enter');
    await wizard.expectText('backups.recovery.confirmed');
    await takePictures(till.page, language, 'room');
    await expectInNoFile(till.profile, recoveryKey);
    expect(await till.callTill('till.state', {})).toMatchObject({
      environment: 'sandbox',
      posNumber: '07',
      shopName: 'Abarrotes Lupita',
      language,
    });
    expect(printer.jobs.map((bytes) => decodePrinted(bytes, 'epson').cuts)).toEqual([1, 1]);
    await printer.close();
  });
}

test('reads a provisioning file and names an unknown field', async ({ till, service }) => {
  const { page } = till;
  const wizard = createWizard(page);
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
  await wizard.expectQuestion('setup.file');
  writeFileSync(file, JSON.stringify(provisioning));
  await wizard.chooseFile(file);
  await wizard.expectQuestion('setup.review');
  await expect(page.locator('body')).not.toContainText(service.secretKey);
  await wizard.press('Enter');
  await wizard.expectQuestion('recovery.title');
  await wizard.press('Escape');
  await page.getByRole('option', { name: 'Beto' }).waitFor();
});

/** Only the owner's paper has the recovery key: no file of the profile contains any form of it. */
async function expectInNoFile(profile: string, key: string): Promise<void> {
  const forms = [key, key.toLowerCase(), key.slice(0, 20), (key.match(/.{1,4}/g) ?? []).join(' ')];
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = readIfPresent(join(entry.parentPath, entry.name));
    for (const form of forms) expect(content.includes(form), entry.name).toBe(false);
  }
}

/**
 * The running till may have renamed or deleted the file in the meantime; then returns an empty
 * buffer.
 */
function readIfPresent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Writes pictures for manual review if `TILL_PICTURES` names a folder. */
async function takePictures(page: Page, language: string, name: string): Promise<void> {
  const folder = process.env.TILL_PICTURES;
  if (folder === undefined) return;
  const viewport = page.viewportSize();
  for (const [width, height] of [
    [1024, 768],
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(folder, `${name}-${language}-${width}.png`) });
  }
  if (viewport !== null) await page.setViewportSize(viewport);
}
