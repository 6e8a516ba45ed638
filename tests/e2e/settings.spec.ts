import { readFile } from 'node:fs/promises';
import { describeProblem } from '../../shared/i18n/index.ts';
import {
  expect,
  getLanguages,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  type LocaleFileKey,
  OWNER,
  openBackOfficePage,
  openSettingsSection,
  test,
} from './support/index.ts';

/** An owner changes the running till, and a cashier changes one setting with an owner's PIN. */

type Section = 'reconciliation' | 'shop' | 'service' | 'printer' | 'export' | 'shop-copy';

const NEW_NAME = { 'es-MX': 'Abarrotes La Esquina', en: 'The Corner Shop' };

for (const language of getLanguages('settings')) {
  const getPageText = (key: LocaleFileKey) => getTextBeforePlaceholder(language, key);
  const getQuestionText = (key: LocaleFileKey) => getTextBeforePlaceholder(language, key);

  const openSection = (counter: KeyboardCashier, id: Section): Promise<void> =>
    openSettingsSection(counter, language, id);
  const replaceText = async (counter: KeyboardCashier, text: string): Promise<void> => {
    await counter.press('Control+a');
    await counter.type(text);
  };

  test.describe(`settings, ${language}`, () => {
    test.use({ serviceVersion: 'v3.mx', provisioning: { language } });

    test('changes settings of the running till, each after its check and by whom it may', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'settings');
      await counter.expectQuestion(getPageText('settings.title'));

      // The shop's name appears on the next receipt.
      await openSection(counter, 'shop');
      await counter.expectQuestion(getQuestionText('setup.shop'));
      await replaceText(counter, NEW_NAME[language]);
      await counter.press('Enter');
      await counter.expectText(getPageText('settings.saved'));
      await counter.expectText(NEW_NAME[language]);

      // The service rejects these keys: the old ones remain active.
      await openSection(counter, 'service');
      await counter.expectQuestion(getQuestionText('setup.service'));
      await counter.press('Enter');
      await counter.expectQuestion(getQuestionText('setup.version'));
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('settings.deadline.title'));
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('settings.network'));
      await counter.press('Enter');
      await counter.expectQuestion(getQuestionText('setup.keys'));
      await counter.expectText(getPageText('settings.secret.set'));
      await counter.press('Tab');
      await counter.type('not-the-key');
      await counter.press('Enter');
      await counter.expectText(describeProblem({ kind: 'keys-refused' }, language).title);
      for (const question of [
        getPageText('settings.network'),
        getPageText('settings.deadline.title'),
        getQuestionText('setup.version'),
        getQuestionText('setup.service'),
      ]) {
        await counter.press('Escape');
        await counter.expectQuestion(question);
      }
      await counter.press('Escape');

      // A printer that does not exist.
      await openSection(counter, 'printer');
      await counter.expectQuestion(getQuestionText('setup.printer'));
      await counter.press('Home', 'ArrowDown', 'Enter');
      await counter.expectQuestion(getQuestionText('setup.printer.address'));
      await counter.type('tcp://127.0.0.1:1');
      await counter.press('Enter');
      await counter.expectQuestion(getQuestionText('setup.printer.model'));
      await counter.press('Enter');
      await counter.expectQuestion(getQuestionText('setup.printer.columns'));
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('settings.drawer'));
      await counter.press('Enter');
      await counter.expectQuestion(getQuestionText('setup.printer.test'));
      await counter.press('Enter');
      await counter.expectText(
        describeProblem({ kind: 'printer', reason: 'unreachable' }, language).title,
      );
      for (let press = 0; press < 6; press += 1) await counter.press('Escape');
      expect((await till.callTill('printing.state', {})).kind).toBe('screen');

      // A file for the next till, without secrets.
      await openSection(counter, 'export');
      await counter.expectQuestion(getPageText('settings.export'));
      await counter.press('Control+g');
      await counter.expectText(getPageText('settings.export.written'));
      const { path, lacks } = await till.callTill('settings.export', { approval: null });
      const fileText = await readFile(path, 'utf8');
      expect(JSON.parse(fileText)).toMatchObject({ shop: { name: NEW_NAME[language] } });
      expect(fileText).not.toContain(`"${OWNER.pin}"`);
      expect(lacks).toContain(`cashiers.${OWNER.id}.pin`);
      await counter.press('Escape', 'Escape', 'Escape');

      await counter.find('comisión', /Comisión Federal/);
      await counter.goToConfirm({ account: '501000000007' });
      await counter.press('F12');
      await expect(async () => {
        expect(await counter.readTape()).toContain(NEW_NAME[language]);
      }).toPass();
      await counter.goToNextCustomer();
      expect(till.listConsoleErrors()).toEqual([]);

      await test.step('asks for the upload hour of the daily file separately from the zone of its day', async () => {
        await openBackOfficePage(counter, language, 'settings');
        await openSection(counter, 'reconciliation');
        await counter.expectQuestion(getPageText('settings.upload'));
        await counter.press('End', 'Enter');
        await counter.expectQuestion(getPageText('settings.server'));
        await counter.type('127.0.0.1');
        await counter.press('Tab');
        await counter.type('1');
        await counter.press('Tab');
        await counter.type('lupita');
        await counter.press('Enter');
        await counter.expectQuestion(getPageText('settings.server.secret'));
        await counter.type('hush');
        await counter.press('Enter');
        await counter.expectQuestion(getPageText('settings.chainZone'));
        await counter.type('bogota');
        await counter.press('Enter');
        await counter.expectQuestion(getPageText('settings.uploadTime'));
        await expect(till.page.getByRole('textbox')).toHaveValue('04:10');
        await replaceText(counter, '2430');
        await counter.press('Enter');
        await counter.expectText(getPageText('settings.uploadTime.wrong'));
        await replaceText(counter, '430');
        await counter.press('Enter');
        await counter.expectQuestion(getPageText('settings.uploadZone'));
      });

      await test.step("accepts an owner's PIN from a cashier for one setting", async () => {
        await counter.goHome();
        await counter.press('F10', 'F10');
        await counter.signIn('Beto', '2222');
        await openBackOfficePage(counter, language, 'settings');
        await openSection(counter, 'shop-copy');
        await till.page.getByRole('dialog').waitFor();
        await till.page.locator('input[type=password]').waitFor();
        await counter.type(OWNER.pin);
        await counter.press('Enter');
        await counter.expectQuestion(getPageText('settings.shopCopy'));
        await counter.press('ArrowDown', 'Enter');
        await counter.expectText(getPageText('settings.saved'));
        // The PIN was for one setting, and signs nobody in.
        await openSection(counter, 'shop');
        await till.page.getByRole('dialog').waitFor();
        const state = await till.callTill('till.state', {});
        expect(state.session.cashier).toMatchObject({ id: 'beto' });
        await expect(till.callTill('settings.read', { approval: null })).rejects.toThrow(
          'not-allowed',
        );
        const approval = { cashierId: OWNER.id, pin: OWNER.pin };
        expect(await till.callTill('settings.read', { approval })).toMatchObject({
          settings: { shopCopy: true },
        });
      });
    });
  });
}
