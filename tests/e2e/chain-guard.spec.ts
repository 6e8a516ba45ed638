import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeProblem } from '../../shared/i18n/index.ts';
import { createChain, getSharedCluster, type TestChain } from '../support/postgres/index.ts';
import {
  test as base,
  expect,
  expectScreenInOrder,
  getLanguages,
  getText,
  OWNER,
  openBackOfficePage,
  type PageKey,
} from './support/index.ts';

/** A till enters a chain in F7, and is told before it takes money what another shop has paid. */

const ACCOUNT = '501000000007';

const test = base.extend<{ readonly chain: TestChain }>({
  chain: async ({ shell: _ }, use) => {
    const chain = await createChain(await getSharedCluster());
    await use(chain);
    await chain.drop();
  },
});
test.skip(process.platform === 'win32', 'the tests start PostgreSQL on Unix alone');

/** Another shop's payment, as its till would have told the chain. */
async function payThere(chain: TestChain, biller: number, amount: string): Promise<void> {
  const { user } = await chain.enroll('La Esquina', '11');
  await chain.database.sql(
    `INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
       state_epoch, told_state, kind, created_at, biller_id, biller_name, account_number,
       account_shown, amount, currency, due, shop_currency, pos_number, external_id, cashier_id,
       cashier_name, service_version, is_drp, shift_id)
     SELECT (now() AT TIME ZONE 'UTC')::date, $1, $2, till_id, 1, 1, 'paid', 1, 'paid', 'bill',
       now() - interval '7 minutes', $3, 'CFE', $4, $4, $5::numeric, 'MXN', $5::numeric, 'MXN',
       pos_number, $6, 'eva', 'Eva', 'v3.mx', false, 's' FROM chain.tills WHERE role_name = $7`,
    [randomUUID(), randomUUID(), biller, ACCOUNT, amount, randomUUID(), user],
  );
}

for (const language of getLanguages('chain-guard')) {
  const words = (key: PageKey): string => getText(language, key);

  test.describe(`a till of a chain, ${language}`, () => {
    test.use({ provisioning: { language } });

    test('enters it by the file of its enrolment, and warns of what another shop paid', async ({
      chain,
      counter,
      till,
    }) => {
      test.slow();
      const { page } = till;
      const block = await chain.enroll('Centro', '07');
      const file = join(till.profile, 'till-07.json');
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'settings');
      const open = async (): Promise<void> => {
        await counter.expectQuestion(words('settings.title'));
        const name = words('settings.of.chain');
        const options = page.getByRole('listbox').getByRole('option');
        await options.filter({ hasText: name }).first().waitFor();
        const place = (await options.allInnerTexts()).findIndex((one) => one.startsWith(name));
        await expect(options.first()).toBeFocused();
        for (let n = 0; n < place; n += 1) await counter.press('ArrowDown');
        await counter.press('Enter');
        await counter.expectQuestion(words('settings.chain'));
      };

      // A file that is no enrolment, and one whose password is another's: nothing is kept.
      await writeFile(file, JSON.stringify({ posNumber: '07' }));
      await open();
      await expectScreenInOrder(page, language);
      // What is chosen now comes first.
      await counter.press('ArrowDown', 'Enter');
      await counter.expectQuestion(words('settings.chain.file'));
      await counter.type(file);
      await counter.press('Enter');
      const wrongFile = { kind: 'setting', reason: 'chain-file' } as const;
      await counter.expectText(describeProblem(wrongFile, language).happened);
      await expectScreenInOrder(page, language);
      await writeFile(file, JSON.stringify({ chain: { ...block, password: 'another' } }));
      await counter.press('Enter');
      const refused = { kind: 'chain', reason: 'refused' } as const;
      await counter.expectText(describeProblem(refused, language).happened);
      // It can be kept all the same, by whoever insists.
      await expect(page.locator('[aria-keyshortcuts="Control+S" i]:visible')).toHaveCount(1);
      await expectScreenInOrder(page, language);
      await writeFile(file, JSON.stringify({ chain: block }));
      await counter.press('Enter');
      await counter.expectText(words('settings.kept'));
      await counter.expectText(new RegExp(`Centro · ${block.user}`));
      const settings = await till.callTill('settings.read', { approval: null });
      expect(settings).toMatchObject({ held: ['chainPassword'], chain: { user: block.user } });
      expect(JSON.stringify(settings)).not.toContain(block.password);

      // By hand only the hosts change; what is not typed stays.
      await open();
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.chain.where'));
      await expectScreenInOrder(page, language);
      await counter.press('Enter');
      await counter.expectQuestion(words('settings.chain.secret'));
      await counter.expectText(words('settings.secret.set'));
      await expectScreenInOrder(page, language);
      await counter.press('Enter');
      await counter.expectText(words('settings.kept'));

      // Who makes the daily file now.
      await counter.press('Escape', 'Escape');
      await openBackOfficePage(counter, language, 'daily-file');
      await counter.expectQuestion(words('dailyFile.title'));
      await counter.expectText(words('dailyFile.state.of-chain'));
      await expectScreenInOrder(page, language);
      await counter.press('Escape', 'Escape');

      // The same bill in another shop, seven minutes ago.
      const [found] = await till.callTill('catalog.search', {
        text: 'comisión federal',
        kinds: ['utility'],
        limit: 1,
      });
      await payThere(chain, found?.biller.id ?? 0, '20.00');
      const oneOf = (...keys: readonly PageKey[]): RegExp =>
        new RegExp(keys.map((key) => RegExp.escape(words(key))).join('|'));
      const upToTheWarning = async (): Promise<void> => {
        await expect(async () => {
          await counter.goHome();
          await counter.find('comisión', /Comisión Federal/);
          await counter.type(ACCOUNT);
          await counter.press('Enter');
          await counter.expectQuestion(oneOf('pay.amount.title', 'pay.amount.fixedTitle'));
          await counter.press('Enter');
          await counter.expectQuestion(oneOf('pay.decide.earlierTitle', 'pay.cash.title'));
          // The counter waits for the chain a third of a second: on a slow machine it knows the next time.
          await expect(page.getByRole('heading', { level: 1 })).toContainText(
            words('pay.decide.earlierTitle'),
            { timeout: 1 },
          );
        }).toPass();
      };
      await upToTheWarning();
      await counter.expectText(/La Esquina/);
      await counter.expectText(words('pay.decide.elsewhereNext'));
      await expectScreenInOrder(page, language);
      // A plain Enter takes the safe choice: nothing is charged.
      await counter.press('Enter');
      await counter.expectQuestion(words('home.title'));
      expect(await till.callTill('payments.recent', { limit: 1 })).toEqual([]);
      await upToTheWarning();
      await counter.press('ArrowDown', 'Enter');
      await counter.expectQuestion(words('pay.cash.title'));
      await counter.press('Enter');
      await counter.expectQuestion(words('pay.confirm.title'));
      await counter.press('F12');
      await counter.expectQuestion(words('receipts.paidExact'));
      await counter.nextCustomer();

      // Without the database the counter goes on as before, and is told of nobody.
      await chain.database.sql(`ALTER ROLE "${block.user}" NOLOGIN`);
    });
  });
}
