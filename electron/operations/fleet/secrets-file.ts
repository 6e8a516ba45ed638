import { existsSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, provisioningSchema, type Result } from '../../../shared/contract/index.ts';
import { readRegularFile } from '../../platform/index.ts';
import { isPlainObject } from '../../settings/index.ts';
import { findUnauthorizedWindowsReader, type MachineFolder } from './machine-folder.ts';

/**
 * `secrets.json`, which only the account of the till can read: used once, and then to be removed.
 */
export const SECRETS_FILE = 'secrets.json';

const MAX_FILE_BYTES = 64 * 1024;
const { apiKey, secretKey, proxy, reconciliation, chain } = provisioningSchema.shape;
const secretsSchema = z.strictObject({
  apiKey,
  secretKey,
  proxy,
  reconciliation: reconciliation.unwrap().pick({ password: true, privateKey: true }).optional(),
  chain: chain.unwrap().pick({ password: true, office: true }).optional(),
  /** By the ids of the cashiers in `provision.json`. */
  pins: z.record(z.string(), z.string()).optional(),
});
type FleetSecrets = z.infer<typeof secretsSchema>;

export function hasSecretsFile({ folder }: MachineFolder): boolean {
  return existsSync(join(folder, SECRETS_FILE));
}

/** Returns the provisioning with its secrets; without them if there is no such file. */
export async function addSecretsFromSecretsFile(
  machine: MachineFolder,
  provisioning: Readonly<Record<string, unknown>>,
): Promise<Result<Record<string, unknown>>> {
  const read = await readSecrets(machine);
  return read.ok ? ok(mergeIntoProvisioning(provisioning, read.value)) : read;
}

/** Adds the password of the till's role to a policy patch that sets a chain. */
export async function addChainPasswordFromSecretsFile(
  machine: MachineFolder,
  patch: Readonly<Record<string, unknown>>,
): Promise<Result<Record<string, unknown>>> {
  const { chain } = patch;
  if (!isPlainObject(chain)) return ok({ ...patch });
  const read = await readSecrets(machine);
  return read.ok ? ok({ ...patch, chain: { ...chain, ...read.value.chain } }) : read;
}

/** Returns an empty object if there is no such file. */
async function readSecrets(machine: MachineFolder): Promise<Result<FleetSecrets>> {
  if (!hasSecretsFile(machine)) return ok({});
  const path = join(machine.folder, SECRETS_FILE);
  const read = await readRegularFile(path, MAX_FILE_BYTES, () => null);
  if (!read.ok) return toSecretsFileProblem(read.problem);
  if (await isReadableByOthers(path, read.value.stats)) {
    return fail({ kind: 'machine-file', reason: 'secrets-open', name: path });
  }
  let json: unknown;
  try {
    json = JSON.parse(read.value.text.replace(/^\uFEFF/, ''));
  } catch {
    return toSecretsFileProblem({ reason: 'must be a JSON file' });
  }
  const parsed = secretsSchema.safeParse(json);
  if (!parsed.success) {
    // The message of the parser could contain part of a secret.
    const [issue] = parsed.error.issues;
    const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const field = [...(issue?.path ?? []), ...unknownKeys].map(String).join('.');
    return toSecretsFileProblem({ reason: `has a field that is not in docs/fleet.md: ${field}` });
  }
  return ok(parsed.data);
}

async function isReadableByOthers(path: string, stats: Stats): Promise<boolean> {
  if (process.platform === 'win32') return (await findUnauthorizedWindowsReader(path)) !== null;
  return stats.uid !== process.getuid?.() || (stats.mode & 0o077) !== 0;
}

function mergeIntoProvisioning(
  provisioning: Readonly<Record<string, unknown>>,
  { pins = {}, reconciliation: uploadSecrets, chain: chainSecrets, ...keys }: FleetSecrets,
): Record<string, unknown> {
  const { cashiers, reconciliation: server, chain, ...rest } = provisioning;
  const cashierList: readonly unknown[] = Array.isArray(cashiers) ? cashiers : [];
  return {
    ...rest,
    ...keys,
    ...(server === undefined && uploadSecrets === undefined
      ? {}
      : { reconciliation: { ...Object(server), ...uploadSecrets } }),
    // Without a chain, its password is ignored.
    ...(chain === undefined ? {} : { chain: { ...Object(chain), ...chainSecrets } }),
    ...(cashiers === undefined
      ? {}
      : { cashiers: cashierList.map((cashier) => mergePin(cashier, pins)) }),
  };
}

function mergePin(cashier: unknown, pins: Readonly<Record<string, string>>): unknown {
  if (!isPlainObject(cashier) || typeof cashier.id !== 'string') return cashier;
  const pin = Object.hasOwn(pins, cashier.id) ? pins[cashier.id] : undefined;
  return pin === undefined ? cashier : { ...cashier, pin };
}

function toSecretsFileProblem(problem: object): Result<never> {
  const { reason } = { reason: 'must be a readable file', ...problem };
  return fail({ kind: 'provisioning', field: SECRETS_FILE, reason });
}
