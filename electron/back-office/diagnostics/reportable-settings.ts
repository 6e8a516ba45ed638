import {
  applyDefaults,
  listSettingNamesWith,
  publicSettingsSchema,
} from '../../../shared/contract/index.ts';
import { isPlainObject, type TillSettings, toPublicSettings } from '../../settings/index.ts';

const PERSONAL_FIELDS = listSettingNamesWith('isPersonal');

/**
 * Returns the settings that support may see, as they apply: without secrets, and without those that
 * are declared as personal.
 */
export function toReportableSettings(settings: TillSettings): object {
  const { shape } = publicSettingsSchema;
  const inUse = applyDefaults(shape, toPublicSettings(settings), settings.environment);
  return {
    ...removePersonalFields(inUse),
    hasOwnCertificateAuthority: settings.caPem !== undefined,
    hasLogo: settings.shop.logoPng !== undefined,
    proxy: getHost(settings.proxy),
  };
}

function removePersonalFields(fields: object, group = ''): object {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const name = `${group}${field}`;
      if (PERSONAL_FIELDS.includes(name)) return [];
      return [[field, isPlainObject(value) ? removePersonalFields(value, `${name}.`) : value]];
    }),
  );
}

/** Returns only the host, because an address may contain a user name and a password. */
function getHost(address: string | undefined): string | null {
  if (address === undefined) return null;
  return URL.canParse(address) ? new URL(address).host : 'unreadable';
}
