import {
  GENERIC_SETTINGS_SECTIONS,
  getSettingsSection,
  listSettingNamesWith,
  type Role,
} from '../../shared/contract/index.ts';
import type { TillSecrets, TillSettings } from './till-settings.ts';

export interface SettingsExport {
  /** Name and content of each file; the provisioning file is the first. */
  readonly files: readonly (readonly [name: string, content: string | Uint8Array])[];
  /** The fields that must be entered on the next till. */
  readonly missingFields: readonly string[];
}

/**
 * The provisioning file of this till without its secrets: no key, no PIN, no password. Logo and
 * certificate become separate files, whose names begin with `name`.
 */
export function createSettingsExport(ports: {
  readonly name: string;
  readonly settings: TillSettings;
  readonly secrets: TillSecrets | null;
  readonly cashiers: readonly { readonly id: string; readonly name: string; readonly role: Role }[];
}): SettingsExport {
  const { name, settings, cashiers } = ports;
  const { accountPrint: _, caPem, shop, chain: _chain, ...rest } = settings;
  const { logoPng, ...texts } = shop;
  const files: (readonly [string, string | Uint8Array])[] = [];
  const addFile = (suffix: string, content: string | Uint8Array): string => {
    files.push([`${name}-${suffix}`, content]);
    return `${name}-${suffix}`;
  };
  const provisioning = {
    ...rest,
    ...(caPem === undefined ? {} : { caFile: addFile('ca.pem', caPem) }),
    shop: {
      ...texts,
      ...(logoPng === undefined
        ? {}
        : { logo: addFile('logo.png', Buffer.from(logoPng, 'base64')) }),
    },
    cashiers: cashiers.map(({ id, name: person, role }) => ({ id, name: person, role })),
  };
  return {
    files: [[`${name}.json`, `${JSON.stringify(provisioning, null, 2)}\n`], ...files],
    missingFields: [
      ...listMissingSecrets(settings, ports.secrets ?? {}),
      ...cashiers.map(formatPinField),
    ],
  };
}

/** Such a secret has the name of its setting in the vault. */
const SECRETS_IN_PLAIN_SECTIONS = listSettingNamesWith('secret').filter((name) =>
  GENERIC_SETTINGS_SECTIONS.some((section) => section === getSettingsSection(name)),
);

function listMissingSecrets(settings: TillSettings, secrets: TillSecrets): string[] {
  const { environment, proxy, reconciliation, chain } = settings;
  const missingFields = environment === 'training' ? [] : ['apiKey', 'secretKey'];
  missingFields.push(...SECRETS_IN_PLAIN_SECTIONS.filter((name) => Object.hasOwn(secrets, name)));
  if (secrets.proxy !== undefined && secrets.proxy !== proxy) missingFields.push('proxy');
  // Each till has its own role in the chain's database.
  if (chain) missingFields.push('chain');
  if (!reconciliation) return missingFields;
  if (secrets.sftpPrivateKey !== undefined) missingFields.push('reconciliation.privateKey');
  else if (secrets.sftpPassword !== undefined || reconciliation.uploads) {
    missingFields.push('reconciliation.password');
  }
  return missingFields;
}

function formatPinField({ id }: { readonly id: string }): string {
  return `cashiers.${id}.pin`;
}
