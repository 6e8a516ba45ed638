import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cluster,
  createCertificateAuthority,
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { type ChainAddress, connectToChain } from '../../client/index.ts';
import { type JoiningTill, readChainInvitation } from './join-chain.ts';

describe.skipIf(process.platform === 'win32')('joining a chain by a code', () => {
  let cluster: Cluster;
  let chain: TestChain;
  beforeAll(async () => {
    cluster = await getSharedCluster();
    chain = await createChain(cluster);
  });
  afterAll(async () => chain.drop());

  const TILL = { shop: 'Centro', environment: 'production', chain: null, secrets: {} } as const;
  const read = async (code: string, till: JoiningTill = TILL) => {
    const invitation = await readChainInvitation(code, till, silentLog);
    if (!invitation.ok) throw new Error(JSON.stringify(invitation.problem));
    return invitation.value;
  };

  it('enrolls the till once, with a password that only the till knows', async () => {
    const code = await chain.createJoinCode();
    const invitation = await read(code);
    expect(await invitation.accept('07')).toEqual({ ok: true, value: null });
    const { shop: _, ...login } = invitation.chain;
    const connected = await connectToChain(login as ChainAddress);
    if (!connected.ok) throw new Error(JSON.stringify(connected.problem));
    expect(await connected.value.query('SELECT chain.me() IS NOT NULL AS is_till')).toEqual({
      ok: true,
      value: [{ is_till: true }],
    });
    expect(
      await connected.value.query("SELECT chain.join_v1('Centro', '08', 'x', 'production')"),
    ).toMatchObject({
      ok: false,
      problem: { kind: 'refused' },
    });
    await connected.value.end();
    expect(await (await read(code)).accept('08')).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-spent' },
    });
  });

  it('keeps the code for another attempt if another till has the POS number', async () => {
    const code = await chain.createJoinCode();
    expect(await (await read(code)).accept('07')).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-number-taken' },
    });
    expect(await (await read(code)).accept('09')).toEqual({ ok: true, value: null });
  });

  it('refuses an expired code, and the next code deletes its login', async () => {
    const code = await chain.createJoinCode();
    const { chain: login, accept } = await read(code);
    await cluster.sql(`ALTER ROLE ${login.user} VALID UNTIL '2020-01-01'`);
    const spent = { ok: false, problem: { kind: 'setting', reason: 'join-code-spent' } };
    expect(await accept('10')).toEqual(spent);
    await chain.createJoinCode();
    const roles = await cluster.sql('SELECT 1 AS one FROM pg_roles WHERE rolname = $1', [
      login.user,
    ]);
    expect(roles).toEqual([]);
    expect(await accept('10')).toEqual(spent);
  });

  it('refuses a till of another environment, and keeps the code', async () => {
    await chain.database.sql("INSERT INTO chain.environment (name) VALUES ('production')", []);
    const code = await chain.createJoinCode();
    expect(await (await read(code, { ...TILL, environment: 'sandbox' })).accept('11')).toEqual({
      ok: false,
      problem: { kind: 'chain', reason: 'other-environment' },
    });
    expect(await (await read(code)).accept('11')).toEqual({ ok: true, value: null });
  });

  it('sends nothing to a server that does not show the authority of the code', async () => {
    const { caPem } = await createCertificateAuthority();
    expect(await readChainInvitation(await chain.createJoinCode(caPem), TILL, silentLog)).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-other-server' },
    });
  });

  it('keeps the login of a till whose chain has another address and authority', async () => {
    const { hosts, database, user, password } = await chain.enrollTill('Centro', '12');
    const { caPem } = await createCertificateAuthority();
    const former = { hosts: ['127.0.0.1:1'], database, user, ca: caPem };
    const code = await chain.createJoinCode();
    const till = { ...TILL, chain: former, secrets: { chainPassword: password } };
    const known = await read(code, till);
    expect(known.chain).toEqual({ hosts, database, ca: cluster.caPem });
    expect(await known.accept('12')).toEqual({ ok: true, value: null });
    // The code is not used up, and the chain does not know this login.
    const other = await read(code, { ...till, chain: { ...former, user: 'stranger' } });
    expect(other.chain).toMatchObject({ shop: 'Centro' });
    expect(await other.accept('13')).toEqual({ ok: true, value: null });
    expect(await readChainInvitation(code, { ...till, secrets: null }, silentLog)).toEqual({
      ok: false,
      problem: { kind: 'key-store-locked' },
    });
  });
});
