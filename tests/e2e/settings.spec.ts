import { readFile } from 'node:fs/promises';
import { describeProblem } from '../../shared/i18n/index.ts';
import {
  type Counter,
  expect,
  getLanguages,
  getText,
  OWNER,
  openBackOfficePage,
  type PageKey,
  test,
} from './support/index.ts';

/** An owner changes the till as it runs, and a cashier with an owner's PIN for one setting. */

type Section = 'reconciliation' | 'shop' | 'service' | 'printer' | 'export' | 'shop-copy';

const NEW_NAME = { 'es-MX': 'Abarrotes La Esquina', en: 'The Corner Shop' };

for (const language of getLanguages('settings')) {
  const words = (key: PageKey) => getText(language, key);
  const asked = (key: PageKey) => getText(language, key);

  /** From the list of settings; an owner sees all of them. */
  const open = async (counter: Counter, id: Section): Promise<void> => {
    await counter.expectQuestion(words('settings.title'));
    const name = words(`settings.of.${id}`);
    const options = counter.page.getByRole('listbox').getByRole('option');
    await options.filter({ hasText: name }).first().waitFor();
    const place = (await options.allInnerTexts()).findIndex((one) => one.startsWith(name));
    expect(place).toBeGreaterThanOrEqual(0);
    await expect(options.first()).toBeFocused();
    for (let n = 0; n < place; n += 1) await counter.press('ArrowDown');
    await counter.press('Enter');
  };
  const retype = async (counter: Counter, text: string): Promise<void> => {
    await counter.press('Control+a');
    await counter.type(text);
  };

  test.describe(`settings, ${language}`, () => {
    test.use({ serviceVersion: 'v3.mx', provisioning: { language } });

    test('are changed while the till runs, each after its check', async ({ counter, till }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'settings');
      await counter.expectQuestion(words('settings.title'));

      // The name of the shop: on the next receipt.
      await open(counter, 'shop');
      await counter.expectQuestion(asked('setup.shop'));
      await retype(counter, NEW_NAME[language]);
      await counter.press('Enter');
      await counter.expectText(words('settings.kept'));
      await counter.expectText(NEW_NAME[language]);

      // Keys that the service refuses: the old ones stay in force.
      await open(counter, 'service');
      await counter.expectQuestion(asked('setup.service'));
      await counter.press('Enter');
      await counter.expectQuestion(asked('setup.version'));
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.deadline.title'));
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.network'));
      await counter.press('Enter');
      await counter.expectQuestion(asked('setup.keys'));
      await counter.expectText(words('settings.secret.set'));
      await counter.press('Tab');
      await counter.type('not-the-key');
      await counter.press('Enter');
      await counter.expectText(describeProblem({ kind: 'keys-refused' }, language).happened);
      for (const question of [
        words('settings.network'),
        words('settings.deadline.title'),
        asked('setup.version'),
        asked('setup.service'),
      ]) {
        await counter.press('Escape');
        await counter.expectQuestion(question);
      }
      await counter.press('Escape');

      // A printer that is not there.
      await open(counter, 'printer');
      await counter.expectQuestion(asked('setup.printer'));
      await counter.press('Home', 'ArrowDown', 'Enter');
      await counter.expectQuestion(asked('setup.printer.address'));
      await counter.type('tcp://127.0.0.1:1');
      await counter.press('Enter');
      await counter.expectQuestion(asked('setup.printer.model'));
      await counter.press('Enter');
      await counter.expectQuestion(asked('setup.printer.columns'));
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.drawer'));
      await counter.press('Enter');
      await counter.expectQuestion(asked('setup.printer.try'));
      await counter.press('Enter');
      await counter.expectText(
        describeProblem({ kind: 'printer', reason: 'unreachable' }, language).happened,
      );
      for (let n = 0; n < 6; n += 1) await counter.press('Escape');
      expect((await till.callTill('printing.state', {})).kind).toBe('screen');

      // A file for the next till, without a secret.
      await open(counter, 'export');
      await counter.expectQuestion(words('settings.export'));
      await counter.press('Control+g');
      await counter.expectText(words('settings.export.written'));
      const { path, lacks } = await till.callTill('settings.export', { approval: null });
      const written = await readFile(path, 'utf8');
      expect(JSON.parse(written)).toMatchObject({ shop: { name: NEW_NAME[language] } });
      expect(written).not.toContain(OWNER.pin);
      expect(lacks).toContain(`cashiers.${OWNER.id}.pin`);
      await counter.press('Escape', 'Escape', 'Escape');

      await counter.find('comisión', /Comisión Federal/);
      await counter.goToConfirm({ account: '501000000007' });
      await counter.press('F12');
      await expect(async () => {
        expect(await counter.tape()).toContain(NEW_NAME[language]);
      }).toPass();
      await counter.nextCustomer();
      expect(till.listConsoleErrors()).toEqual([]);
    });

    test('ask for the hour of the daily file’s upload apart from the zone of its day', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'settings');
      await open(counter, 'reconciliation');
      await counter.expectQuestion(words('settings.upload'));
      await counter.press('End', 'Enter');
      await counter.expectQuestion(words('settings.server'));
      await counter.type('127.0.0.1');
      await counter.press('Tab');
      await counter.type('1');
      await counter.press('Tab');
      await counter.type('lupita');
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.server.secret'));
      await counter.type('hush');
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.chainZone'));
      await counter.type('bogota');
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.uploadTime'));
      await expect(till.page.getByRole('textbox')).toHaveValue('04:10');
      await retype(counter, '2430');
      await counter.press('Enter');
      await counter.expectText(words('settings.uploadTime.wrong'));
      await retype(counter, '430');
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.uploadZone'));
    });

    test('take an owner’s PIN from a cashier, for one of them', async ({ counter, till }) => {
      await counter.signIn('Beto', '2222');
      await openBackOfficePage(counter, language, 'settings');
      await open(counter, 'shop-copy');
      await till.page.getByRole('dialog').waitFor();
      await till.page.locator('input[type=password]').waitFor();
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.shopCopy'));
      await counter.press('ArrowDown', 'Enter');
      await counter.expectText(words('settings.kept'));
      // It was for one of them, and nobody else is signed in by it.
      await open(counter, 'shop');
      await till.page.getByRole('dialog').waitFor();
      const state = await till.callTill('till.state', {});
      expect(state.session.cashier).toMatchObject({ id: 'beto' });
      await expect(till.callTill('settings.read', { approval: null })).rejects.toThrow(
        'not-allowed',
      );
      const approval = { cashierId: OWNER.id, pin: OWNER.pin };
      expect(await till.callTill('settings.read', { approval })).toMatchObject({ shopCopy: true });
    });
  });
}
