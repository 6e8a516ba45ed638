import { randomBytes } from 'node:crypto';
import { ok } from '../../../../shared/contract/index.ts';
import { createSerialQueue, type Log } from '../../../platform/index.ts';
import {
  listChainPasswords,
  type Settings,
  type TillSecrets,
  type TillSettings,
  wasChainPasswordGeneratedByTill,
  withAcceptedChainPassword,
  withNewChainPassword,
  withoutNewChainPassword,
} from '../../../settings/index.ts';
import type {
  ChainConnection,
  ChainProblem,
  ChainResult,
  connectToChain,
} from '../../client/index.ts';

export type ChainSettings = NonNullable<TillSettings['chain']>;

export interface ChainLoginPorts {
  /** Null without a chain. */
  readonly chain: () => ChainSettings | null;
  /** Null if the vault cannot open the secrets now. */
  readonly secrets: () => Promise<TillSecrets | null>;
  readonly changeSecrets: (
    change: (secrets: TillSecrets) => TillSecrets,
  ) => ReturnType<Settings['changeSecrets']>;
  readonly log: Log;
}

/** Connects to the chain's database with whichever of the till's passwords it accepts. */
export interface ChainLogin {
  connect(
    options?: Omit<
      NonNullable<Parameters<typeof connectToChain>[1]>,
      'preferredHost' | 'mustProveItself'
    >,
  ): Promise<ChainResult<ChainConnection>>;
  /**
   * Replaces the provisioned password by one that only the till and the database know, once for
   * each provisioning file. With `isDue`, because an administrator asked for it, replaces also a
   * password that the till generated itself. Never rejects; a failed replacement is retried later.
   */
  replacePassword(
    connection: ChainConnection,
    options?: { readonly isDue: boolean },
  ): Promise<void>;
}

const PASSWORD_UNAVAILABLE: ChainProblem = {
  kind: 'refused',
  detail: 'the key store does not release the password of the chain',
  sqlState: null,
  host: null,
};
const CHAIN_NOT_SET: ChainProblem = {
  kind: 'failed',
  detail: 'the till has no chain in its settings',
  sqlState: null,
  host: null,
};
const NEW_PASSWORD_BYTES = 24;

export function createChainLogin(ports: ChainLoginPorts): ChainLogin {
  const { log } = ports;
  const runSerially = createSerialQueue();
  /** The host and the password of the last successful login, and the chain they belong to. */
  let lastLogin: {
    readonly chainKey: string;
    readonly host: string;
    readonly password: string;
  } | null = null;
  /** A provisioned password that the till cannot replace. */
  let unreplaceablePassword: string | null = null;

  const getLastLogin = (chain: ChainSettings) =>
    lastLogin?.chainKey === getChainKey(chain) ? lastLogin : null;

  const connect: ChainLogin['connect'] = async (options = {}) => {
    const chain = ports.chain();
    if (chain === null) return { ok: false, problem: CHAIN_NOT_SET };
    const secrets = await ports.secrets();
    const previousLogin = getLastLogin(chain);
    const passwords = secrets === null ? [] : listChainPasswords(secrets);
    if (passwords.length === 0) return { ok: false, problem: PASSWORD_UNAVAILABLE };
    // The client is loaded only if a chain is set.
    const { connectToChain } = await import('../../client/index.ts');
    const preferredHost = previousLogin?.host ?? null;
    let lastRefusal: ChainResult<ChainConnection> = { ok: false, problem: PASSWORD_UNAVAILABLE };
    for (const password of previousLogin === null
      ? passwords
      : sortPasswords(passwords, previousLogin.password)) {
      const { shop: _, ...address } = chain;
      const result = await connectToChain(
        { ...address, password },
        { ...options, preferredHost, mustProveItself: true },
      );
      if (result.ok) {
        lastLogin = { chainKey: getChainKey(chain), host: result.value.host, password };
        if (secrets?.chainNewPassword === password) await saveAcceptedPassword(chain, password);
        return result;
      }
      if (result.problem.kind !== 'refused') return result;
      lastRefusal = result;
    }
    return lastRefusal;
  };

  /** The new password works: discards the previous one. */
  const saveAcceptedPassword = async (chain: ChainSettings, password: string): Promise<void> => {
    const saved = await ports.changeSecrets((current) =>
      current.chainNewPassword === password ? withAcceptedChainPassword(current, chain) : current,
    );
    if (saved.ok) log.info({}, 'chain-login: password replaced');
    else
      log.warn(
        { problem: saved.problem },
        'chain-login: storing proven password failed, both kept',
      );
  };

  const replaceChainPassword = async (
    connection: ChainConnection,
    isDue: boolean,
  ): Promise<void> => {
    const chain = ports.chain();
    const secrets = await ports.secrets();
    const password = chain === null ? null : (getLastLogin(chain)?.password ?? null);
    if (chain === null || secrets === null || password === null) return;
    if (password === unreplaceablePassword) return;
    if (!isDue && wasChainPasswordGeneratedByTill(secrets, password)) return;
    // A new password stored earlier may or may not have reached the database: the same one is sent
    // again.
    const next = secrets.chainNewPassword ?? randomBytes(NEW_PASSWORD_BYTES).toString('base64url');
    let isStored = false;
    const saved = await ports.changeSecrets((current) => {
      isStored = current.chainPassword === password;
      return isStored ? withNewChainPassword(current, next) : current;
    });
    if (!saved.ok) {
      // Without a persistent key store, the next start needs the provisioned password.
      if (saved.problem.kind === 'no-key-store') unreplaceablePassword = password;
      log.info({ problem: saved.problem }, 'chain-login: provisioned password kept');
      return;
    }
    // Another login has replaced the password meanwhile: `next` is stored nowhere.
    if (!isStored) return;
    const update = await updateRolePassword(connection, next);
    if (update.ok) {
      lastLogin = { chainKey: getChainKey(chain), host: connection.host, password: next };
      await saveAcceptedPassword(chain, next);
      if (isDue) await recordReplacement(connection);
      return;
    }
    log.warn({ problem: update.problem }, 'chain-login: database rejected new password');
    if (update.problem.sqlState === null) return;
    // The database rejected the change, so it cannot take effect later.
    unreplaceablePassword = password;
    await ports.changeSecrets((current) =>
      current.chainNewPassword === next ? withoutNewChainPassword(current) : current,
    );
  };

  /** If the database does not learn it, it asks again, and the till replaces its password again. */
  const recordReplacement = async (connection: ChainConnection): Promise<void> => {
    const { recordPasswordReplaced } = await import('../../protocol/index.ts');
    const recorded = await recordPasswordReplaced(connection);
    if (!recorded.ok)
      log.warn({ problem: recorded.problem }, 'chain-login: recording replaced password failed');
  };

  return {
    connect,
    replacePassword: (connection, { isDue } = { isDue: false }) =>
      runSerially(async () => {
        try {
          await replaceChainPassword(connection, isDue);
        } catch (error) {
          log.error({ err: error }, 'chain-login: password replacement threw');
        }
      }),
  };
}

/** A login for a single task: it knows only these secrets, and changes none. */
export function createTemporaryChainLogin(
  chain: ChainSettings,
  secrets: TillSecrets | null,
  log: Log,
): Pick<ChainLogin, 'connect'> {
  const login = createChainLogin({
    chain: () => chain,
    secrets: async () => secrets,
    changeSecrets: async () => ok(null),
    log,
  });
  return { connect: login.connect };
}

/** Sends only the verifier: a server may log its statements. */
async function updateRolePassword(
  connection: ChainConnection,
  password: string,
): Promise<ChainResult<unknown>> {
  const { computeScramVerifier } = await import('../../client/index.ts');
  return await connection.query(
    `ALTER ROLE CURRENT_USER PASSWORD '${computeScramVerifier(password)}'`,
  );
}

function sortPasswords(passwords: readonly string[], lastPassword: string): readonly string[] {
  return passwords.includes(lastPassword)
    ? [lastPassword, ...passwords.filter((password) => password !== lastPassword)]
    : passwords;
}

function getChainKey({ database, user, ca }: ChainSettings): string {
  return JSON.stringify([database, user, ca]);
}
