import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connectChain } from '../../electron/chain/till/client/index.ts';
import { pushChanges, startSession } from '../../electron/chain/till/protocol/index.ts';
import {
  samplePayment,
  sampleShift,
  sampleStatus,
} from '../../electron/chain/till/protocol/testing/index.ts';
import { retireLogin } from '../../electron/chain/till/schema/index.ts';
import { createChain, getSharedCluster, type TestChain } from '../support/postgres/index.ts';
import { test as base, type Counter, expect, OWNER, openBackOfficePage } from './support/index.ts';

/** F7 → Chain on a real PostgreSQL, by keyboard: this till and another one that has reported. */

const test = base.extend<{ readonly chain: TestChain }>({
  chain: async ({ shell }, use) => {
    if (shell !== 'browser') throw new Error('its vault is the browser shell’s');
    const chain = await createChain(await getSharedCluster());
    await use(chain);
    await chain.drop();
  },
  provisioning: async ({ chain }, use) => {
    const { hosts, ...block } = await chain.enroll('Centro', '07');
    await use({ chain: { ...block, hosts: [...hosts] } });
  },
});
test.use({ shell: 'browser' });

/** What another shop's till has told. */
async function reportNorte(chain: TestChain): Promise<void> {
  const connected = await connectChain(await chain.enroll('Norte', '08'));
  if (!connected.ok) throw new Error(JSON.stringify(connected.problem));
  const connection = connected.value;
  const greeting = { ledger: randomUUID(), epochKey: randomUUID(), head: 0, marks: {} };
  const greeted = await startSession(connection, greeting);
  if (!greeted.ok) throw new Error(JSON.stringify(greeted.problem));
  const rows = [
    samplePayment({ n: 1, amount: '549.00', biller_name: 'Telmex' }),
    samplePayment({ n: 2, state: 'unknown', external: randomUUID() }),
    sampleShift({ n: 3 }),
    samplePayment({ n: 4, amount: '1.005' }),
  ];
  const status = sampleStatus({ pos: '08', clock_offset: 172_800 });
  const { session } = greeted.value;
  const pushed = await pushChanges(connection, {
    session,
    from: 0,
    to: 4,
    mark: 'm',
    rows,
    status,
  });
  expect(pushed).toMatchObject({ ok: true, value: { refused: 1 } });
  await connection.end();
}

/** From the list of what can be seen, by its place. */
async function look(counter: Counter, place: number): Promise<void> {
  const first = counter.page.getByRole('listbox').getByRole('option').first();
  await expect(first).toBeFocused();
  for (let n = 0; n < place; n += 1) await counter.press('ArrowDown');
  await counter.press('Enter');
}

test('an owner looks into every shop, finds a payment, writes a file, and leaves no role behind', async ({
  chain,
  counter,
}) => {
  const { page } = counter;
  const office = await chain.login('office');
  await reportNorte(chain);
  await counter.signIn(OWNER.name, OWNER.pin);
  await openBackOfficePage(counter, 'es-MX', 'chain');
  const seen = async (words: RegExp): Promise<void> => {
    await page.getByText(words).filter({ visible: true }).first().waitFor();
  };

  await test.step('the role is tried before it is kept', async () => {
    await counter.expectQuestion(counter.getText('chain.connect.title'));
    await counter.type(office.user);
    await counter.press('Tab');
    await counter.type('wrong');
    await counter.press('Enter');
    await seen(/no acepta este usuario/);
    await page.locator('input[type=password]').fill(String(office.password));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('chain.title'));
    await seen(/cajas? por revisar/);
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
  for (const [place, words] of views) {
    await test.step(`view ${place}`, async () => {
      await look(counter, place);
      await seen(words);
      if (place === 6) return;
      await counter.press('Escape');
      await counter.expectQuestion(counter.getText('chain.title'));
    });
  }

  await test.step('the history is searched, opened and saved', async () => {
    await counter.type('telm');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    const row = page.getByRole('listbox').getByRole('option').first();
    // Each letter asks anew, and the list of the last one may come only now.
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

  await test.step('a role that was retired is named, and forgotten', async () => {
    await retireLogin(chain.admin, office.user);
    await counter.expectQuestion(counter.getText('chain.title'));
    await counter.press('F1');
    await seen(/no acepta este usuario/);
    await counter.press('Delete');
    await page.getByRole('dialog').waitFor();
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('chain.connect.title'));
    await counter.press('Escape');
  });
});

test.describe('without a chain', () => {
  base('there is no such room for an owner', async ({ counter }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.press('F7');
    await counter.page.getByRole('option', { name: counter.getText('backOffice.audit') }).waitFor();
    const room = counter.page.getByRole('option', { name: counter.getText('backOffice.chain') });
    await expect(room).toHaveCount(0);
  });
});
