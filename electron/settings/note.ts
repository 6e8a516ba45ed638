import { createHash } from 'node:crypto';
import type { SettingsChange } from '../../shared/contract/index.ts';
import type { Changed } from './change.ts';
import type { Secrets, TillSettings } from './till-settings.ts';

/** A change as the audit log records it: plain JSON without a secret. */
export interface SettingsNote {
  readonly section: SettingsChange['section'];
  readonly changed: readonly {
    readonly field: string;
    readonly from: unknown;
    readonly to: unknown;
  }[];
  /** Names of secrets that were put in, replaced or taken away; never a value. */
  readonly secrets: readonly string[];
  /** A person kept a setting that no test had shown to work. */
  readonly isUntried?: true;
}

const SECRET_NAMES: readonly (keyof Secrets)[] = [
  'apiKey',
  'secretKey',
  'proxy',
  'sftpPassword',
  'sftpPrivateKey',
];

export function noteOf(change: SettingsChange, before: Changed, after: Changed): SettingsNote {
  const from = fieldsOf(before.settings);
  const to = fieldsOf(after.settings);
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return {
    section: change.section,
    changed: names
      .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
      .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null })),
    secrets: SECRET_NAMES.filter((name) => before.secrets[name] !== after.secrets[name]),
    ...('isUntried' in change && change.isUntried ? { isUntried: true } : {}),
  };
}

/** Field by field as the provisioning file names them; of what is long, which one it is. */
function fieldsOf(settings: TillSettings): Record<string, unknown> {
  const { accountPrint: _, caPem, shop, ...rest } = settings;
  const { logoPng, ...texts } = shop;
  const fields: Record<string, unknown> = { ...rest, caFile: printOf(caPem) };
  for (const [name, value] of Object.entries(texts)) fields[`shop.${name}`] = value;
  fields['shop.logo'] = printOf(logoPng);
  return fields;
}

function printOf(content: string | undefined): string | undefined {
  if (content === undefined) return undefined;
  return `sha256 ${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}
