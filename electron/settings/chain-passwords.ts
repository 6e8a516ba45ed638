import { createHash } from 'node:crypto';
import type { Secrets, SettingsAndSecrets, TillSettings } from './till-settings.ts';

/**
 * The till's password at the chain's database. The first one came in a file, which may lie about; so
 * the till replaces it as soon as the database knows it. The new one is kept beside the old before
 * the database is told, and until it was seen to work both are tried. A file that is read again, or
 * a patch of other fields, never puts back one that was replaced.
 */
const MAX_REPLACED_PASSWORDS = 20;
const CHAIN_SECRET_NAMES = [
  'chainPassword',
  'chainNewPassword',
  'chainReplaced',
  'isChainPasswordOwn',
] as const;

/** In the order in which they are tried. */
export function listChainPasswords(secrets: Secrets): readonly string[] {
  return [secrets.chainNewPassword, secrets.chainPassword].filter((one) => one !== undefined);
}

export function withNewPassword(secrets: Secrets, next: string): Secrets {
  return { ...secrets, chainNewPassword: next };
}

/** The database did not take it. */
export function withoutNewPassword({ chainNewPassword: _, ...rest }: Secrets): Secrets {
  return rest;
}

/** The database took the new one: the one before is forgotten, and never believed again. */
export function withProvenPassword(
  secrets: Secrets,
  chain: NonNullable<TillSettings['chain']>,
): Secrets {
  const { chainNewPassword, chainPassword, chainReplaced = [], ...rest } = secrets;
  if (chainNewPassword === undefined) return secrets;
  const gone = chainPassword === undefined ? [] : [computePasswordDigest(chain, chainPassword)];
  const others = chainReplaced.filter((one) => !gone.includes(one));
  return {
    ...rest,
    chainPassword: chainNewPassword,
    chainReplaced: [...others, ...gone].slice(-MAX_REPLACED_PASSWORDS),
    isChainPasswordOwn: true,
  };
}

/** Whether the till made it itself: no file has it. */
export function isOwnPassword(secrets: Secrets, password: string): boolean {
  return secrets.isChainPasswordOwn === true
    ? password === secrets.chainPassword
    : password === secrets.chainNewPassword;
}

/** The secrets of new settings, with what was replaced meanwhile at the same role. */
export function withReplacedPasswords(
  before: SettingsAndSecrets | null,
  after: SettingsAndSecrets,
): Secrets {
  const {
    chainPassword,
    chainNewPassword: _n,
    chainReplaced: _r,
    isChainPasswordOwn: _o,
    ...rest
  } = after.secrets;
  const to = after.settings.chain;
  const from = before?.settings.chain;
  const others = withOfficeLogin(before, { ...after, secrets: rest });
  if (to === undefined) return others;
  const isSameRole = from !== undefined && from.user === to.user && from.database === to.database;
  const given = chainPassword === undefined ? {} : { chainPassword };
  if (before === null || !isSameRole) return { ...others, ...given };
  const held = Object.fromEntries(
    CHAIN_SECRET_NAMES.map((name) => [name, before.secrets[name]] as const).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const { chainReplaced = [] } = before.secrets;
  const isKnown =
    chainPassword === undefined ||
    listChainPasswords(before.secrets).includes(chainPassword) ||
    chainReplaced.includes(computePasswordDigest(to, chainPassword));
  // Another password of the same role: somebody enrolled this till again.
  return isKnown ? { ...others, ...held } : { ...others, ...given, chainReplaced };
}

/**
 * The role of the office, which a person may have typed: a file that says nothing of it leaves it, and
 * another database is another chain.
 */
function withOfficeLogin(
  before: SettingsAndSecrets | null,
  { settings, secrets }: SettingsAndSecrets,
): Secrets {
  const { officeUser, officePassword, ...others } = secrets;
  if (settings.chain === undefined) return others;
  const held = before?.secrets;
  const isSameChain = before?.settings.chain?.database === settings.chain.database;
  const isGiven = officePassword !== undefined && officePassword !== held?.officePassword;
  if (isGiven) return { ...others, officeUser, officePassword };
  if (!isSameChain || held?.officePassword === undefined) return others;
  return { ...others, officeUser: held.officeUser, officePassword: held.officePassword };
}

function computePasswordDigest(
  { database, user }: Pick<NonNullable<TillSettings['chain']>, 'database' | 'user'>,
  password: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([database, user, password]))
    .digest('base64');
}
