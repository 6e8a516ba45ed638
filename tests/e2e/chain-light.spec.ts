import { createChain, getSharedCluster, type TestChain } from '../support/postgres/index.ts';
import {
  test as base,
  expect,
  expectScreenInOrder,
  getLanguages,
  getText,
  OWNER,
} from './support/index.ts';

/** A till tells its chain what it sold, at the latest when it is closed, and says by a light how that goes. */

const test = base.extend<{ readonly chain: TestChain; readonly language: 'es-MX' | 'en' }>({
  language: ['es-MX', { option: true }],
  chain: async ({ shell: _ }, use) => {
    const chain = await createChain(await getSharedCluster());
    await use(chain);
    await chain.drop();
  },
  provisioning: async ({ chain, language }, use) => {
    const block = await chain.enroll('Centro', '07');
    await use({ language, chain: { ...block, hosts: [...block.hosts] } });
  },
});
test.skip(process.platform === 'win32', 'the tests start PostgreSQL on Unix alone');

for (const language of getLanguages('chain-light')) {
  test.describe(`the light of the chain, ${language}`, () => {
    test.use({ language });

    test('what was sold is told at the goodbye, and a retired till sells on and says so', async ({
      chain,
      counter,
      till,
    }) => {
      const light = () =>
        till.page.getByRole('button', { name: getText(language, 'chainLight.name') });
      await counter.signIn(OWNER.name, OWNER.pin);
      await expect(light()).toBeVisible();
      await counter.find('comisión', /Comisión Federal/);
      await counter.goToConfirm({ account: '501000000007' });
      await counter.press('F12');
      await counter.expectQuestion(/^(Entregue|Give|Pagad|Paid)/);
      const [payment] = await till.callTill('payments.recent', { limit: 1 });
      await counter.nextCustomer();
      await till.stop();
      const told = () =>
        chain.database.sql('SELECT payment_id AS id, state FROM chain.payments WHERE state = $1', [
          'paid',
        ]);
      if ((await told()).length === 0) {
        // A goodbye takes three seconds at most: a slow machine tells the rest when it is opened again.
        await till.start('provisioned-again');
        await expect.poll(told, { timeout: 120_000 }).not.toEqual([]);
        await till.stop();
      }
      expect(await told()).toEqual([{ id: payment?.id, state: 'paid' }]);

      const [login] = await chain.database.sql('SELECT role_name FROM chain.tills');
      await chain.database.sql(`ALTER ROLE ${String(login?.role_name)} NOLOGIN`);
      await till.start('provisioned-again');
      await counter.signIn(OWNER.name, OWNER.pin);
      // The first round comes some seconds after the start.
      await expect(light()).toContainText(getText(language, 'chainLight.refused'), {
        timeout: 120_000,
      });
      await expectScreenInOrder(till.page, language);
      await light().focus();
      await counter.press('Enter');
      await counter.expectText(getText(language, 'chainLight.refused.what'));
      await counter.expectText(getText(language, 'chainLight.money'));
      await counter.expectText(getText(language, 'chainLight.refused.next'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Escape');
      await counter.expectQuestion(getText(language, 'home.title'));
    });
  });
}
