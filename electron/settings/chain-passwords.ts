import { createHash } from 'node:crypto';
import type { SettingsAndSecrets, TillSecrets, TillSettings } from './till-settings.ts';

/**
 * The till's password for the chain's database. The first one comes from a file that other people
 * may find, so the till replaces it as soon as it can connect. The new password is stored next to
 * the old one before it is set in the database, and until it has worked both are tried. A file that
 * is read again, or a patch of other fields, never restores a replaced password.
 */
const MAX_REPLACED_PASSWORDS = 20;
const CHAIN_SECRET_NAMES = [
  'chainPassword',
  'chainNewPassword',
  'chainReplaced',
  'isChainPasswordOwn',
] as const;

/** Lists the passwords in the order in which to try them. */
export function listChainPasswords(secrets: TillSecrets): readonly string[] {
  return [secrets.chainNewPassword, secrets.chainPassword].filter(
    (password) => password !== undefined,
  );
}

export function withNewChainPassword(secrets: TillSecrets, password: string): TillSecrets {
  return { ...secrets, chainNewPassword: password };
}

/** Removes the new password, which the database did not accept. */
export function withoutNewChainPassword({
  chainNewPassword: _,
  ...rest
}: TillSecrets): TillSecrets {
  return rest;
}

/**
 * The database accepted the new password: the old one is replaced by its digest and is never
 * accepted from a file again.
 */
export function withAcceptedChainPassword(
  secrets: TillSecrets,
  chain: NonNullable<TillSettings['chain']>,
): TillSecrets {
  const { chainNewPassword, chainPassword, chainReplaced = [], ...rest } = secrets;
  if (chainNewPassword === undefined) return secrets;
  // A password that the till generated itself is in no file.
  const isOldInFile = chainPassword !== undefined && secrets.isChainPasswordOwn !== true;
  const oldDigests = isOldInFile ? [computePasswordDigest(chain, chainPassword)] : [];
  const otherDigests = chainReplaced.filter((digest) => !oldDigests.includes(digest));
  return {
    ...rest,
    chainPassword: chainNewPassword,
    chainReplaced: [...otherDigests, ...oldDigests].slice(-MAX_REPLACED_PASSWORDS),
    isChainPasswordOwn: true,
  };
}

/** Whether the till generated this password itself: it is in no file. */
export function wasChainPasswordGeneratedByTill(secrets: TillSecrets, password: string): boolean {
  return secrets.isChainPasswordOwn === true
    ? password === secrets.chainPassword
    : password === secrets.chainNewPassword;
}

/**
 * Returns the secrets for new settings, and keeps passwords that the till replaced for the same
 * role.
 */
export function withReplacedChainPasswords(
  before: SettingsAndSecrets | null,
  after: SettingsAndSecrets,
): TillSecrets {
  const {
    chainPassword,
    chainNewPassword: _n,
    chainReplaced: _r,
    isChainPasswordOwn: _o,
    ...rest
  } = after.secrets;
  const newChain = after.settings.chain;
  const oldChain = before?.settings.chain;
  const otherSecrets = withOfficeLogin(before, { ...after, secrets: rest });
  if (newChain === undefined) return otherSecrets;
  const isSameRole =
    oldChain !== undefined &&
    oldChain.user === newChain.user &&
    oldChain.database === newChain.database;
  const newPassword = chainPassword === undefined ? {} : { chainPassword };
  if (before === null || !isSameRole) return { ...otherSecrets, ...newPassword };
  const currentPasswords = Object.fromEntries(
    CHAIN_SECRET_NAMES.map((name) => [name, before.secrets[name]] as const).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const { chainReplaced = [] } = before.secrets;
  const isKnown =
    chainPassword === undefined ||
    listChainPasswords(before.secrets).includes(chainPassword) ||
    chainReplaced.includes(computePasswordDigest(newChain, chainPassword));
  // Another password for the same role: this till was enrolled again.
  return isKnown
    ? { ...otherSecrets, ...currentPasswords }
    : { ...otherSecrets, ...newPassword, chainReplaced };
}

/**
 * Returns the secrets with the login of the chain's office, which a person may have entered: new
 * settings without one keep it, unless the database differs, which is another chain.
 */
function withOfficeLogin(
  before: SettingsAndSecrets | null,
  { settings, secrets }: SettingsAndSecrets,
): TillSecrets {
  const { officeUser, officePassword, ...otherSecrets } = secrets;
  if (settings.chain === undefined) return otherSecrets;
  const currentSecrets = before?.secrets;
  const isSameChain = before?.settings.chain?.database === settings.chain.database;
  const isNewPassword =
    officePassword !== undefined && officePassword !== currentSecrets?.officePassword;
  if (isNewPassword) return { ...otherSecrets, officeUser, officePassword };
  if (!isSameChain || currentSecrets?.officePassword === undefined) return otherSecrets;
  return {
    ...otherSecrets,
    officeUser: currentSecrets.officeUser,
    officePassword: currentSecrets.officePassword,
  };
}

function computePasswordDigest(
  { database, user }: Pick<NonNullable<TillSettings['chain']>, 'database' | 'user'>,
  password: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([database, user, password]))
    .digest('base64');
}
