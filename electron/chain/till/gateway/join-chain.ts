import { randomBytes } from 'node:crypto';
import { type EnvironmentName, fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { ChainProblem } from '../../client/index.ts';

/** A code that was checked against its server, before it is used up. */
export interface ChainInvitation {
  /** The `chain` field of a patch, as `chain enroll` writes it. */
  readonly chain: {
    readonly hosts: readonly string[];
    readonly database: string;
    readonly user: string;
    readonly password: string;
    readonly ca: string;
    readonly shop: string;
  };
  /** Enrolls this till, once: afterwards the code is used up. */
  accept(till: {
    readonly posNumber: string;
    readonly environment: EnvironmentName;
  }): Promise<Result<null>>;
}

/** Reads a typed code, and trusts the server only if it shows the authority that the code names. */
export async function readChainInvitation(
  typedCode: string,
  shop: string,
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
  const { suffix, password: firstPassword } = client.deriveJoinLogin(secret);
  const login = { hosts: [`${host}:${port}`], database, user: `${database}_till_${suffix}`, ca };
  const password = randomBytes(24).toString('base64url');
  return ok({
    chain: { ...login, password, shop },
    accept: async ({ posNumber, environment }) => {
      const connected = await client.connectToChain({ ...login, password: firstPassword });
      if (!connected.ok) return failWithProblem(connected.problem, log);
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

function failWithProblem(problem: ChainProblem, log: Log): Result<never> {
  log.warn({ problem }, 'chain-login: till could not join');
  if (problem.sqlState === 'MS005') {
    return fail({ kind: 'setting', reason: 'join-code-number-taken' });
  }
  // A login that ended or was used, or that no longer exists.
  if (problem.kind === 'refused') return fail({ kind: 'setting', reason: 'join-code-spent' });
  return fail({ kind: 'chain', reason: problem.kind });
}
