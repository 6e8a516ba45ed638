import {
  listSettingNamesWith,
  type Provisioning,
  SETTINGS,
  type SecretName,
} from '../../shared/contract/index.ts';
import { isPlainObject } from './merge-patch.ts';
import type { TillSecrets } from './till-settings.ts';

/** Cashiers are stored in the ledger, not in the settings. */
export type ProvisioningWithoutCashiers = Omit<Provisioning, 'cashiers'>;

/** The names of the declared secrets in the provisioning file, such as `reconciliation.password`. */
const SECRET_FIELDS = listSettingNamesWith('secret');

/** The names of the settings that are a secret or contain one. */
export const SETTINGS_WITH_SECRETS: readonly string[] = [
  ...new Set(SECRET_FIELDS.map((field) => field.split('.')[0] ?? '')),
];

/** Returns the secrets of a provisioning, by their names in the vault. */
export function toSecrets(provisioning: ProvisioningWithoutCashiers): TillSecrets {
  const secrets = SETTINGS.flatMap(({ name, metadata: { secret } }) => {
    const value = secret === undefined ? undefined : getFieldByPath(provisioning, name);
    return typeof value === 'string' ? [[secret, value] as const] : [];
  });
  const office = provisioning.chain?.office;
  return {
    ...Object.fromEntries(secrets),
    ...(office && { officeUser: office.user, officePassword: office.password }),
  };
}

/** Returns the fields of a provisioning with these secrets; those of a group that it lacks are omitted. */
export function addSecrets(
  fields: Readonly<Record<string, unknown>>,
  { officeUser: user, officePassword: password, ...secrets }: TillSecrets,
): Record<string, unknown> {
  const added: Record<string, unknown> = { ...fields };
  for (const { name, metadata } of SETTINGS) {
    const secret = metadata.secret as SecretName | undefined;
    if (secret === undefined) continue;
    const office = password === undefined ? undefined : { user, password };
    const value = secret === 'officePassword' ? office : secrets[secret];
    const [group = '', field] = name.split('.');
    if (value === undefined) continue;
    if (field === undefined) added[group] = value;
    else if (isPlainObject(added[group])) added[group] = { ...added[group], [field]: value };
  }
  return added;
}

/** Returns the value of a field such as `reconciliation.password`. */
export function getFieldByPath(fields: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, part) => (isPlainObject(value) ? value[part] : undefined), fields);
}

/**
 * Returns the provisioning, or a patch of it, without its secrets. Cashiers are removed completely:
 * they are useless without their PINs.
 */
export function removeSecrets(
  fields: Readonly<Record<string, unknown>>,
  group = '',
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const name = `${group}${field}`;
      const isSecret = SECRET_FIELDS.includes(name) || name === 'cashiers';
      if (isSecret && value !== null) return [];
      return [[field, isPlainObject(value) ? removeSecrets(value, `${name}.`) : value]];
    }),
  );
}
