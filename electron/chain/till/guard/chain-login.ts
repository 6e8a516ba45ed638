import { randomBytes } from 'node:crypto';
import { createSerialQueue, type Log } from '../../../platform/index.ts';
import {
  isOwnPassword,
  listChainPasswords,
  type Secrets,
  type Settings,
  type TillSettings,
  withNewPassword,
  withoutNewPassword,
  withProvenPassword,
} from '../../../settings/index.ts';
import type { ChainConnection, ChainProblem, ChainResult, connectChain } from '../client/index.ts';

export type ChainSettings = NonNullable<TillSettings['chain']>;

export interface ChainLoginPorts {
  /** Null without a chain. */
  readonly chain: () => ChainSettings | null;
  /** Null if the vault does not open them now. */
  readonly secrets: () => Promise<Secrets | null>;
  readonly changeSecrets: (
    change: (held: Secrets) => Secrets,
  ) => ReturnType<Settings['changeSecrets']>;
  readonly log: Log;
}

/** The way into the chain's database, whichever of the till's passwords it takes. */
export interface ChainLogin {
  connect(
    options?: Omit<NonNullable<Parameters<typeof connectChain>[1]>, 'first'>,
  ): Promise<ChainResult<ChainConnection>>;
  /**
   * Replaces the password that came in a file by one that only the till and the database know, once
   * for each file. Never throws; what did not work is tried again at another time.
   */
  replacePassword(connection: ChainConnection): Promise<void>;
}

const PASSWORD_UNAVAILABLE: ChainProblem = {
  kind: 'refused',
  detail: 'the key store does not open the password of the chain',
  sqlState: null,
  host: null,
};
const CHAIN_NOT_SET: ChainProblem = {
  kind: 'failed',
  detail: 'no chain is set',
  sqlState: null,
  host: null,
};
const NEW_PASSWORD_BYTES = 24;

export function createChainLogin(ports: ChainLoginPorts): ChainLogin {
  const { log } = ports;
  const inTurn = createSerialQueue();
  /** The host and the password that let us in last, of this chain. */
  let last: { readonly of: string; readonly host: string; readonly password: string } | null = null;
  /** A file's password that this database does not let us replace. */
  let kept: string | null = null;

  const lastOf = (chain: ChainSettings) => (last?.of === getChainKey(chain) ? last : null);

  const connect: ChainLogin['connect'] = async (options = {}) => {
    const chain = ports.chain();
    if (chain === null) return { ok: false, problem: CHAIN_NOT_SET };
    const secrets = await ports.secrets();
    const known = lastOf(chain);
    const passwords = secrets === null ? [] : listChainPasswords(secrets);
    if (passwords.length === 0) return { ok: false, problem: PASSWORD_UNAVAILABLE };
    // The client is only loaded where there is a chain.
    const { connectChain } = await import('../client/index.ts');
    const first = known?.host ?? null;
    let refused: ChainResult<ChainConnection> = { ok: false, problem: PASSWORD_UNAVAILABLE };
    for (const password of known === null ? passwords : sortPasswords(passwords, known.password)) {
      const { shop: _, ...address } = chain;
      const entered = await connectChain({ ...address, password }, { ...options, first });
      if (entered.ok) {
        last = { of: getChainKey(chain), host: entered.value.host, password };
        if (secrets?.chainNewPassword === password) await settle(chain, password);
        return entered;
      }
      if (entered.problem.kind !== 'refused') return entered;
      refused = entered;
    }
    return refused;
  };

  /** The new one was seen to work: the one before is forgotten. */
  const settle = async (chain: ChainSettings, password: string): Promise<void> => {
    const settled = await ports.changeSecrets((held) =>
      held.chainNewPassword === password ? withProvenPassword(held, chain) : held,
    );
    if (settled.ok) log.info({}, 'chain-login: password replaced');
    else
      log.warn(
        { problem: settled.problem },
        'chain-login: storing proven password failed, both kept',
      );
  };

  const replace = async (connection: ChainConnection): Promise<void> => {
    const chain = ports.chain();
    const secrets = await ports.secrets();
    const password = chain === null ? null : (lastOf(chain)?.password ?? null);
    if (chain === null || secrets === null || password === null) return;
    if (isOwnPassword(secrets, password) || password === kept) return;
    // One that was kept before, and may or may not have arrived, is told again.
    const next = secrets.chainNewPassword ?? randomBytes(NEW_PASSWORD_BYTES).toString('base64url');
    const isKept = await ports.changeSecrets((held) =>
      held.chainPassword === password ? withNewPassword(held, next) : held,
    );
    if (!isKept.ok) {
      // Without a key store that lasts, the next start needs the password of the file.
      if (isKept.problem.kind === 'no-key-store') kept = password;
      log.info({ problem: isKept.problem }, 'chain-login: provisioned password kept');
      return;
    }
    const told = await updateRolePassword(connection, next);
    if (told.ok) {
      last = { of: getChainKey(chain), host: connection.host, password: next };
      return await settle(chain, next);
    }
    log.warn({ problem: told.problem }, 'chain-login: database rejected new password');
    if (told.problem.sqlState === null) return;
    // The database said no: nothing of it will come later.
    kept = password;
    await ports.changeSecrets((held) =>
      held.chainNewPassword === next ? withoutNewPassword(held) : held,
    );
  };

  return {
    connect,
    replacePassword: (connection) =>
      inTurn(async () => {
        try {
          await replace(connection);
        } catch (error) {
          log.error({ err: error }, 'chain-login: password replacement threw');
        }
      }),
  };
}

/** Only the verifier is told: a server may write its statements into a log. */
async function updateRolePassword(
  connection: ChainConnection,
  password: string,
): Promise<ChainResult<unknown>> {
  const { computePasswordVerifier } = await import('../client/index.ts');
  return await connection.query(
    `ALTER ROLE CURRENT_USER PASSWORD '${computePasswordVerifier(password)}'`,
  );
}

function sortPasswords(passwords: readonly string[], known: string): readonly string[] {
  return passwords.includes(known)
    ? [known, ...passwords.filter((one) => one !== known)]
    : passwords;
}

function getChainKey({ database, user, ca }: ChainSettings): string {
  return JSON.stringify([database, user, ca]);
}
