import type { Role } from '../../shared/contract/index.ts';
import type { Secrets, TillSettings } from './till-settings.ts';

export interface SettingsExport {
  /** Name and content of each file; the provisioning file is the first. */
  readonly files: readonly (readonly [name: string, content: string | Uint8Array])[];
  /** The fields that the next till has to be given. */
  readonly lacks: readonly string[];
}

/**
 * The provisioning file of this till without its secrets: no key, no PIN, no password. Logo and
 * certificate are written beside it, named after `name`.
 */
export function createSettingsExport(ports: {
  readonly name: string;
  readonly settings: TillSettings;
  readonly secrets: Secrets | null;
  readonly cashiers: readonly { readonly id: string; readonly name: string; readonly role: Role }[];
}): SettingsExport {
  const { name, settings, cashiers } = ports;
  const { accountPrint: _, caPem, shop, chain: _chain, ...rest } = settings;
  const { logoPng, ...texts } = shop;
  const files: (readonly [string, string | Uint8Array])[] = [];
  const beside = (end: string, content: string | Uint8Array): string => {
    files.push([`${name}-${end}`, content]);
    return `${name}-${end}`;
  };
  const provisioning = {
    ...rest,
    ...(caPem === undefined ? {} : { caFile: beside('ca.pem', caPem) }),
    shop: {
      ...texts,
      ...(logoPng === undefined
        ? {}
        : { logo: beside('logo.png', Buffer.from(logoPng, 'base64')) }),
    },
    cashiers: cashiers.map(({ id, name: person, role }) => ({ id, name: person, role })),
  };
  return {
    files: [[`${name}.json`, `${JSON.stringify(provisioning, null, 2)}\n`], ...files],
    lacks: [...listMissingSecrets(settings, ports.secrets ?? {}), ...cashiers.map(formatPinField)],
  };
}

function listMissingSecrets(settings: TillSettings, secrets: Secrets): string[] {
  const { environment, proxy, reconciliation, chain } = settings;
  const lacks = environment === 'training' ? [] : ['apiKey', 'secretKey'];
  if (secrets.proxy !== undefined && secrets.proxy !== proxy) lacks.push('proxy');
  // Each till has a role of its own there.
  if (chain) lacks.push('chain');
  if (!reconciliation) return lacks;
  if (secrets.sftpPrivateKey !== undefined) lacks.push('reconciliation.privateKey');
  else if (secrets.sftpPassword !== undefined || reconciliation.uploads) {
    lacks.push('reconciliation.password');
  }
  return lacks;
}

function formatPinField({ id }: { readonly id: string }): string {
  return `cashiers.${id}.pin`;
}
