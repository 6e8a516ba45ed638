import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { connectToChain } from '../../client/index.ts';
import { startSession } from '../../protocol/index.ts';
import { retireOwnLogin } from './retire-own-login.ts';

let chain: TestChain;
beforeAll(async () => {
  if (process.platform === 'win32') return;
  chain = await createChain(await getSharedCluster());
});
afterAll(() => chain?.drop());

it.skipIf(process.platform === 'win32').each([
  [true, 'waits for no till that had sent everything'],
  [false, 'waits for what a till had not sent'],
])(
  'ends the login of a till that leaves; with hasSentAll %s the file of the day %s',
  async (hasSentAll) => {
    const { password, shop: _, hosts, ...rest } = await chain.enrollTill();
    const login = { ...rest, hosts: [...hosts] };
    const connected = await connectToChain({ ...login, password });
    if (!connected.ok) throw new Error(JSON.stringify(connected.problem));
    const session = await startSession(connected.value, {
      ledgerId: randomUUID(),
      epochKey: randomUUID(),
      newestChangeNumber: 0,
      changeTokens: {},
    });
    expect(session).toMatchObject({ ok: true });
    await connected.value.end();

    const secrets = { chainPassword: password };
    expect(await retireOwnLogin(login, { secrets, hasSentAll }, silentLog)).toBe(true);
    const tills = await chain.database.sql(
      `SELECT retired_at IS NOT NULL AS is_retired, is_closed FROM chain.tills
      JOIN chain.standing USING (till_id) WHERE role_name = $1`,
      [login.user],
    );
    expect(tills).toEqual([{ is_retired: true, is_closed: hasSentAll }]);
    expect(await connectToChain({ ...login, password })).toMatchObject({
      ok: false,
      problem: { kind: 'refused' },
    });
    expect(await retireOwnLogin(login, { secrets, hasSentAll }, silentLog)).toBe(false);
  },
);
