import { createHmac } from 'node:crypto';
import { type EnvironmentName, fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { TillSecrets } from '../../../settings/index.ts';
import type { ChainProblem } from '../../client/index.ts';
import type { ChainSettings } from './chain-login.ts';
import { validateChainLogin } from './validate-chain-login.ts';

/** The till on which a code was typed. */
export interface JoiningTill {
  readonly shop: string;
  readonly environment: EnvironmentName;
  /** Its present chain; null if it has none. */
  readonly chain: ChainSettings | null;
  /** Null if the vault cannot open them now. */
  readonly secrets: TillSecrets | null;
  /** A key of this till only, from which it derives the same password each time. */
  readonly passwordKey: Buffer;
}

/** A code that was checked against its server, before it is used up. */
export interface ChainInvitation {
  /**
   * The `chain` field of a patch: as `chain enroll` writes it, or only the address for a till that
   * this chain knows already.
   */
  readonly chain: Pick<ChainSettings, 'hosts' | 'database' | 'ca'> &
    Partial<Pick<ChainSettings, 'user' | 'shop'> & { readonly password: string }>;
  /**
   * Enrolls the till, once: afterwards the code is used up for any other till. Does nothing for a
   * till that the chain knows already, also by this code: it stopped before it saved its settings.
   */
  accept(posNumber: string): Promise<Result<null>>;
}

/**
 * Reads a typed code, and trusts the server only if it shows the authority that the code names. A
 * till whose present login the server accepts stays that till: its chain has another address now.
 */
export async function readChainInvitation(
  typedCode: string,
  till: JoiningTill,
  log: Log,
): Promise<Result<ChainInvitation>> {
  const client = await import('../../client/index.ts');
  const code = client.parseJoinCode(typedCode);
  if (!code.ok) return fail({ kind: 'setting', reason: `join-code-${code.problem}` });
  const { host, port, database, secret } = code.value;
  const authority = await client.fetchServerAuthority({ host, port }, (certificate) =>
    client.matchesJoinFingerprint(code.value, certificate),
  );
  if (!authority.ok) return failWithProblem(authority.problem, log);
  const ca = authority.value;
  if (ca === null) return fail({ kind: 'setting', reason: 'join-code-other-server' });
  const address = { hosts: [`${host}:${port}`], database, ca };
  const isKnown = await isTillOfChain(address, till, log);
  if (!isKnown.ok) return isKnown;
  if (isKnown.value) return ok({ chain: address, accept: async () => ok(null) });
  const { suffix, password: firstPassword } = client.deriveJoinLogin(secret);
  const login = { ...address, user: `${database}_till_${suffix}` };
  const password = createHmac('sha256', till.passwordKey).update(login.user).digest('base64url');
  const { shop, environment } = till;
  return ok({
    chain: { ...login, password, shop },
    accept: async (posNumber) => {
      const connected = await client.connectToChain({ ...login, password: firstPassword });
      if (!connected.ok) {
        const { problem } = connected;
        const secrets = { chainPassword: password };
        const hasJoined =
          problem.kind === 'refused' &&
          (await validateChainLogin(login, { environment, secrets }, log)).ok;
        return hasJoined ? ok(null) : failWithProblem(problem, log);
      }
      try {
        const joined = await connected.value.query('SELECT chain.join_v1($1, $2, $3, $4)', [
          shop,
          posNumber,
          client.computeScramVerifier(password),
          environment,
        ]);
        return joined.ok ? ok(null) : failWithProblem(joined.problem, log);
      } finally {
        await connected.value.end();
      }
    },
  });
}

/** Whether the till can log in there as it does in its present chain. */
async function isTillOfChain(
  address: Pick<ChainSettings, 'hosts' | 'database' | 'ca'>,
  { chain, secrets, environment }: JoiningTill,
  log: Log,
): Promise<Result<boolean>> {
  if (chain === null) return ok(false);
  if (secrets === null) return fail({ kind: 'key-store-locked' });
  const login = await validateChainLogin({ ...chain, ...address }, { environment, secrets }, log);
  if (login.ok) return ok(true);
  const { problem } = login;
  return problem.kind === 'chain' && problem.reason === 'refused' ? ok(false) : login;
}

function failWithProblem(problem: ChainProblem, log: Log): Result<never> {
  log.warn({ problem }, 'chain-login: till could not join');
  if (problem.sqlState === 'MS005') {
    return fail({ kind: 'setting', reason: 'join-code-number-taken' });
  }
  // A login that ended or was used, or that no longer exists.
  if (problem.kind === 'refused') return fail({ kind: 'setting', reason: 'join-code-spent' });
  return fail({ kind: 'chain', reason: problem.kind });
}
