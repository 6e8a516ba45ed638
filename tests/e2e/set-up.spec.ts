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

test('one press leads into training, with its cashiers', async ({ till }) => {
  const wizard = createWizard(till.page);
  await wizard.choose('setup.start', 'setup.start.training');
  await till.page.getByRole('option', { name: 'Ana' }).waitFor();
  expect(await till.callTill('till.state', {})).toMatchObject({
    isSetUp: true,
    environment: 'training',
  });
});

test.describe('on another system', () => {
  for (const [name, language] of [
    ['es_CO.UTF-8', 'es-CO'],
    ['en_GB.UTF-8', 'en'],
  ] as const) {
    test(`begins in the language of ${name}`, async ({ chromium, shell }) => {
      test.skip(
        shell === 'electron',
        'it starts a browser shell of its own, which asks no Electron',
      );
      const through = ['env', `LANGUAGE=${name}`];
      const till = await openTill(createBrowserShell(chromium, through), null);
      try {
        await createWizard(till.page, language).expectQuestion('setup.start');
        expect(await till.page.evaluate(() => document.documentElement.lang)).toBe(language);
      } finally {
        await till.remove();
      }
    });
  }
});

const COLOURS = { 'es-MX': 'light', en: 'dark' } as const;

for (const language of getLanguages('set-up')) {
  test(`step by step, in ${language}: keys are kept once the service has taken them, and the printer is tried`, async ({
    till,
    service,
  }) => {
    const printer = await startVirtualPrinter();
    await till.page.emulateMedia({ colorScheme: COLOURS[language] });
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
    await wizard.expectText('setup.keys.look');
    await wizard.expectQuestion('setup.keys');
    await wizard.fill('setup.keys', { 'setup.secretKey': service.secretKey });
    await wizard.expectText('setup.checked');
    await wizard.expectQuestion('setup.keys');
    await wizard.press('Enter');
    await wizard.fill('setup.shop', { 'setup.shopName': 'Abarrotes Lupita' });
    await wizard.fill('setup.pos', { 'setup.posNumber': '07', 'setup.chainName': 'lupita' });
    await wizard.expectQuestion('setup.zone');
    // By any word of it, without its accents.
    for (const [typed, zone] of [
      ['juarez', 'America/Ciudad_Juarez'],
      ['mexico', 'America/Mexico_City'],
    ] as const) {
      await till.page.keyboard.type(typed);
      await expect(till.page.locator('[role="option"]:focus')).toContainText(zone);
    }
    await wizard.press('Enter');
    await wizard.choose('setup.printer', 'setup.printer.network');
    await wizard.fill('setup.printer.address', { 'setup.printer.addressLabel': printer.address });
    await wizard.choose('setup.printer.model', 'Epson');
    await wizard.choose('setup.printer.columns', 'setup.printer.columns.42');
    await wizard.expectQuestion('setup.printer.try');
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
    const shown = (await groups.getByRole('listitem').allTextContents()).join('');
    expect(shown).toMatch(/^[02-9AC-HJ-NP-Z]{58}$/);
    await lookAt(till.page, language, 'key');
    await wizard.press('Control+p');
    await wizard.expectText('recovery.printed');
    const paper = decodePrinted(printer.jobs.at(-1) ?? Buffer.alloc(0), 'epson');
    expect(
      paper.lines
        .map(({ text }) => text)
        .filter((line) => !line.includes('***'))
        .join('')
        .replaceAll(' ', ''),
    ).toContain(shown);
    await wizard.press('Enter');
    await wizard.fill('recovery.end', { 'recovery.end.label': 'QQQQ QQQQ' });
    await wizard.expectQuestion('recovery.end');
    await till.page.getByText(wizard.getText('recovery.back')).waitFor();
    await lookAt(till.page, language, 'end');
    await wizard.fill('recovery.end', { 'recovery.end.label': shown.slice(-8).toLowerCase() });
    await till.page.getByRole('option', { name: 'Carmen' }).waitFor();
    await isNowhere(till.profile, shown);

    // She forgets her PIN: the paper lets her in.
    await till.page.getByRole('option', { name: 'Carmen' }).press('Enter');
    await till.page.getByRole('heading', { level: 1 }).getByText('Carmen').waitFor();
    await wizard.press('Control+o');
    await till.page.getByLabel(wizard.getText('signIn.recover.key'), { exact: true }).fill(shown);
    await lookAt(till.page, language, 'recover');
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
    await wizard.expectText('backups.recovery.there');
    await lookAt(till.page, language, 'room');
    await isNowhere(till.profile, shown);
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

test('a provisioning file is read on the screen; a field that nobody knows is named', async ({
  till,
  service,
}) => {
  const { page } = till;
  const wizard = createWizard(page);
  await wizard.choose('setup.start', 'setup.start.file');
  await wizard.expectQuestion('setup.file');
  const file = join(till.profile, 'till.json');
  const good = { ...service.provisioning('v3.mx'), shop: TRAINING_SHOP.shop };
  writeFileSync(file, JSON.stringify({ ...good, colour: 'red' }));
  await wizard.chooseFile(file);
  await page
    .getByText(/colour/)
    .first()
    .waitFor();
  await wizard.expectQuestion('setup.file');
  writeFileSync(file, JSON.stringify(good));
  await wizard.chooseFile(file);
  await wizard.expectQuestion('setup.review');
  await expect(page.locator('body')).not.toContainText(service.secretKey);
  await wizard.press('Enter');
  await wizard.expectQuestion('recovery.title');
  await wizard.press('Escape');
  await page.getByRole('option', { name: 'Beto' }).waitFor();
});

/** The recovery key is on the owner's paper alone: no file of the profile has it, in no form. */
async function isNowhere(profile: string, key: string): Promise<void> {
  const forms = [key, key.toLowerCase(), key.slice(0, 20), (key.match(/.{1,4}/g) ?? []).join(' ')];
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = readIfThere(join(entry.parentPath, entry.name));
    for (const form of forms) expect(content.includes(form), entry.name).toBe(false);
  }
}

/** The till is at work: what it was just writing may have got its name meanwhile, or be gone. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** For a person who looks at the screens: `TILL_PICTURES` names a folder. */
async function lookAt(page: Page, language: string, name: string): Promise<void> {
  const folder = process.env.TILL_PICTURES;
  if (folder === undefined) return;
  const before = page.viewportSize();
  for (const [width, height] of [
    [1024, 768],
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(folder, `${name}-${language}-${width}.png`) });
  }
  if (before !== null) await page.setViewportSize(before);
}
