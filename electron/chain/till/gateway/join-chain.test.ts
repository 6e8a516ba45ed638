import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cluster,
  createCertificateAuthority,
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { computeJoinFingerprint, connectToChain, formatJoinCode } from '../../client/index.ts';
import { createJoinLogin } from '../../schema/index.ts';
import { readChainInvitation } from './join-chain.ts';

describe.skipIf(process.platform === 'win32')('joining a chain by a code', () => {
  let cluster: Cluster;
  let chain: TestChain;
  beforeAll(async () => {
    cluster = await getSharedCluster();
    chain = await createChain(cluster);
  });
  afterAll(async () => chain.drop());

  const createCode = async (ca = cluster.caPem): Promise<string> => {
    const login = await createJoinLogin(chain.admin, { validForMs: 900_000 });
    if (!login.ok) throw new Error(JSON.stringify(login.problem));
    return formatJoinCode({
      host: cluster.host,
      port: cluster.port,
      database: chain.admin.database,
      fingerprint: computeJoinFingerprint(new X509Certificate(ca).raw),
      secret: login.value.secret,
    });
  };
  const read = async (code: string) => {
    const invitation = await readChainInvitation(code, 'Centro', silentLog);
    if (!invitation.ok) throw new Error(JSON.stringify(invitation.problem));
    return invitation.value;
  };

  const toTill = (posNumber: string) => ({ posNumber, environment: 'production' }) as const;

  it('enrolls the till once, with a password that only the till knows', async () => {
    const code = await createCode();
    const invitation = await read(code);
    expect(await invitation.accept(toTill('07'))).toEqual({ ok: true, value: null });
    const connected = await connectToChain(invitation.chain);
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
    expect(await (await read(code)).accept(toTill('08'))).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-spent' },
    });
  });

  it('keeps the code for another attempt if another till has the POS number', async () => {
    const code = await createCode();
    expect(await (await read(code)).accept(toTill('07'))).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-number-taken' },
    });
    expect(await (await read(code)).accept(toTill('09'))).toEqual({ ok: true, value: null });
  });

  it('refuses an expired code, and the next code deletes its login', async () => {
    const code = await createCode();
    const { chain: login, accept } = await read(code);
    await cluster.sql(`ALTER ROLE ${login.user} VALID UNTIL '2020-01-01'`);
    const spent = { ok: false, problem: { kind: 'setting', reason: 'join-code-spent' } };
    expect(await accept(toTill('10'))).toEqual(spent);
    await createCode();
    const roles = await cluster.sql('SELECT 1 AS one FROM pg_roles WHERE rolname = $1', [
      login.user,
    ]);
    expect(roles).toEqual([]);
    expect(await accept(toTill('10'))).toEqual(spent);
  });

  it('refuses a till of another environment, and keeps the code', async () => {
    await chain.database.sql("INSERT INTO chain.environment (name) VALUES ('production')", []);
    const code = await createCode();
    expect(await (await read(code)).accept({ posNumber: '11', environment: 'sandbox' })).toEqual({
      ok: false,
      problem: { kind: 'chain', reason: 'other-environment' },
    });
    expect(await (await read(code)).accept(toTill('11'))).toEqual({ ok: true, value: null });
  });

  it('sends nothing to a server that does not show the authority of the code', async () => {
    const { caPem } = await createCertificateAuthority();
    expect(await readChainInvitation(await createCode(caPem), 'Centro', silentLog)).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-other-server' },
    });
  });
});
