import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connectToChain } from '../../electron/chain/client/index.ts';
import { pushChanges, startSession } from '../../electron/chain/protocol/index.ts';
import {
  createSamplePayment,
  createSampleShift,
  createSampleStatus,
} from '../../electron/chain/protocol/testing/index.ts';
import { retireLogin } from '../../electron/chain/schema/index.ts';
import { createChain, getSharedCluster, type TestChain } from '../support/postgres/index.ts';
import {
  test as base,
  expect,
  type KeyboardCashier,
  OWNER,
  openBackOfficePage,
} from './support/index.ts';

/**
 * F7 → Chain on a real PostgreSQL, with the keyboard: this till and another one that has reported.
 */

const test = base.extend<{ readonly chain: TestChain }>({
  chain: async ({ shell }, use) => {
    if (shell !== 'browser') throw new Error('the test needs the vault of the browser shell');
    const chain = await createChain(await getSharedCluster());
    await use(chain);
    await chain.drop();
  },
  provisioning: async ({ chain }, use) => {
    const { hosts, ...block } = await chain.enrollTill('Centro', '07');
    await use({ chain: { ...block, hosts: [...hosts] } });
  },
});
test.use({ shell: 'browser' });

/** Reports rows as the till of another shop. */
async function reportNorte(chain: TestChain): Promise<void> {
  const connectResult = await connectToChain(await chain.enrollTill('Norte', '08'));
  if (!connectResult.ok) throw new Error(JSON.stringify(connectResult.problem));
  const connection = connectResult.value;
  const sessionRequest = {
    ledgerId: randomUUID(),
    epochKey: randomUUID(),
    newestChangeNumber: 0,
    changeTokens: {},
  };
  const sessionResult = await startSession(connection, sessionRequest);
  if (!sessionResult.ok) throw new Error(JSON.stringify(sessionResult.problem));
  const rows = [
    createSamplePayment({ n: 1, amount: '549.00', biller_name: 'Telmex' }),
    createSamplePayment({ n: 2, state: 'unknown', external: randomUUID() }),
    createSampleShift({ n: 3 }),
    createSamplePayment({ n: 4, amount: '1.005' }),
  ];
  const status = createSampleStatus({ pos: '08', clock_offset: 172_800 });
  const { session } = sessionResult.value;
  const pushResult = await pushChanges(connection, {
    sessionNumber: session,
    afterChangeNumber: 0,
    lastChangeNumber: 4,
    lastChangeToken: 'm',
    rows,
    status,
  });
  expect(pushResult).toMatchObject({ ok: true, value: { refused: 1 } });
  await connection.end();
}

/** Opens the view at this index of the chain's list. */
async function openView(counter: KeyboardCashier, index: number): Promise<void> {
  const firstOption = counter.page.getByRole('listbox').getByRole('option').first();
  await expect(firstOption).toBeFocused();
  for (let step = 0; step < index; step += 1) await counter.press('ArrowDown');
  await counter.press('Enter');
}

test('lets an owner read every shop, find a payment and write a file, and deletes the role', async ({
  chain,
  counter,
}) => {
  const { page } = counter;
  const office = await chain.createLogin('office');
  await reportNorte(chain);
  await counter.signIn(OWNER.name, OWNER.pin);
  await openBackOfficePage(counter, 'es-MX', 'chain');
  const expectVisible = async (text: RegExp): Promise<void> => {
    await page.getByText(text).filter({ visible: true }).first().waitFor();
  };

  await test.step('checks the role before it is saved', async () => {
    await counter.expectQuestion(counter.getText('chain.connect.title'));
    await counter.type(office.user);
    await counter.press('Tab');
    await counter.type('wrong');
    await counter.press('Enter');
    await expectVisible(/no acepta este usuario/);
    await page.locator('input[type=password]').fill(String(office.password));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('chain.title'));
    await expectVisible(/cajas? por revisar/);
  });

  const views: readonly (readonly [number, RegExp])[] = [
    [0, /\$549\.00/],
    [1, /reloj desajustado/],
    [2, /aún no se sabe/],
    [3, /Todavía no hay días/],
    [4, /no aceptó este aviso/],
    [5, /Norte · Caja 08/],
    [6, /Telmex/],
  ];
  for (const [viewIndex, text] of views) {
    await test.step(`view ${viewIndex}`, async () => {
      await openView(counter, viewIndex);
      await expectVisible(text);
      if (viewIndex === 6) return;
      await counter.press('Escape');
      await counter.expectQuestion(counter.getText('chain.title'));
    });
  }

  await test.step('searches, opens and exports the history', async () => {
    await counter.type('telm');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    const row = page.getByRole('listbox').getByRole('option').first();
    // Each letter repeats the query, and the last list may arrive only now.
    await expect(async () => {
      await row.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toContainText('Norte · Caja 08', { timeout: 2_000 });
    }).toPass();
    await counter.press('Escape', 'Control+g');
    const name = page.getByText(/mostrador-chain-.*\.csv/);
    await name.waitFor();
    expect(readFileSync(await name.innerText(), 'utf8')).toMatch(/"Norte","08",.*"Telmex"/);
    await counter.press('Escape');
  });

  await test.step('names a retired role and deletes it', async () => {
    await retireLogin(chain.admin, office.user);
    await counter.expectQuestion(counter.getText('chain.title'));
    // F1 does nothing while the menu still reads the chain after the return to it.
    await expect(
      page.getByRole('button', { name: counter.getText('chain.refresh') }),
    ).toBeEnabled();
    await counter.press('F1');
    await expectVisible(/no acepta este usuario/);
    await counter.press('Delete');
    await page.getByRole('dialog').waitFor();
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('chain.connect.title'));
    await counter.press('Escape');
  });
});

test.describe('without a chain', () => {
  base('offers an owner no chain page without a chain', async ({ counter }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.press('F7');
    await counter.page.getByRole('option', { name: counter.getText('backOffice.audit') }).waitFor();
    const chainOption = counter.page.getByRole('option', {
      name: counter.getText('backOffice.chain'),
    });
    await expect(chainOption).toHaveCount(0);
  });
});
