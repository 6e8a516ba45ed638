import { createHash } from 'node:crypto';
import { SECRET_NAMES, type SettingsSection } from '../../shared/contract/index.ts';
import type { SettingsAndSecrets, TillSettings } from './till-settings.ts';

/** A settings change as recorded in the audit log: plain JSON without secrets. */
export interface SettingsNote {
  readonly section: SettingsSection | 'patch' | 'policy';
  readonly changed: readonly {
    readonly field: string;
    readonly from: unknown;
    readonly to: unknown;
  }[];
  /** Names of secrets that were added, replaced or removed; never a value. */
  readonly secrets: readonly string[];
  /** A person saved a setting that no test had shown to work. */
  readonly isUntried?: true;
  /** The till left its chain before all its records had been sent there. */
  readonly isUntold?: true;
}

/** `before` is null for an environment that was never set up. */
export function createSettingsNote(
  section: SettingsNote['section'],
  before: SettingsAndSecrets | null,
  after: SettingsAndSecrets,
): SettingsNote {
  return { section, ...computeDifference(before, after) };
}

function computeDifference(
  before: SettingsAndSecrets | null,
  after: SettingsAndSecrets,
): Pick<SettingsNote, 'changed' | 'secrets'> {
  const from = before === null ? {} : toSettingsFields(before.settings);
  const to = toSettingsFields(after.settings);
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return {
    changed: names
      .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
      .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null })),
    secrets: SECRET_NAMES.filter((name) => before?.secrets[name] !== after.secrets[name]),
  };
}

/**
 * Returns the settings by the field names of the provisioning file; long texts as a fingerprint.
 */
export function toSettingsFields(settings: TillSettings): Record<string, unknown> {
  const { accountPrint: _, caPem, shop, chain, ...rest } = settings;
  const { logoPng, ...texts } = shop;
  const fields: Record<string, unknown> = { ...rest, caFile: formatFingerprint(caPem) };
  for (const [name, value] of Object.entries(texts)) fields[`shop.${name}`] = value;
  fields['shop.logo'] = formatFingerprint(logoPng);
  if (chain !== undefined) fields.chain = { ...chain, ca: formatFingerprint(chain.ca) };
  return fields;
}

function formatFingerprint(content: string | undefined): string | undefined {
  if (content === undefined) return undefined;
  return `sha256 ${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}
