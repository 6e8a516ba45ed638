import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  fail,
  type Language,
  languageSchema,
  ok,
  type Problem,
  provisioningSchema,
  type Result,
} from '../../../shared/contract/index.ts';
import {
  hasUploadsBesideChain,
  isObject,
  mergePatch,
  NO_UPLOADS_BESIDE_CHAIN,
} from '../../settings/index.ts';
import type { MachineFolder } from './machine-folder.ts';
import { readPlainFile } from './plain-file.ts';

/** `provision.json` of the machine's folder: a whole chain's, or one computer's. */
export interface MachineFile {
  /** The system account that the till is for. */
  readonly account: string;
  /** The profile's folder where it is not the usual one. */
  readonly profile: string | null;
  readonly chainName: string;
  readonly language: Language;
  /** What stands in it for this computer; null where its name is not in the table. */
  readonly forComputer: ComputerEntry | null;
}

export interface ComputerEntry {
  readonly posNumber: string;
  /** As a provisioning file says it, without what is secret. */
  readonly provisioning: Readonly<Record<string, unknown>>;
}

/** A thousand computers with a printer each. */
const MAX_FILE_BYTES = 1024 * 1024;

const machineFileSchema = z.looseObject({
  account: z.string().min(1).max(200),
  profile: z.string().min(1).max(1000).optional(),
  computers: z.record(z.string().min(1).max(255), z.looseObject({ posNumber: z.string() })),
  chainName: z.string(),
  language: languageSchema,
});

/** People come with the PINs of the other file, and are looked at when they do. */
const provisioningWithoutCashiersSchema = provisioningSchema.omit({ cashiers: true }).partial();

export function getMachineFilePath({ folder }: MachineFolder): string {
  return join(folder, 'provision.json');
}

/** Null if there is none. Whether others could have written it, `isMachineFile` says. */
export async function readMachineFile(
  machine: MachineFolder,
  computer: string,
): Promise<Result<MachineFile | null>> {
  const path = getMachineFilePath(machine);
  if (!existsSync(path)) return ok(null);
  const read = await readPlainFile(path, MAX_FILE_BYTES, () => null);
  return read.ok ? parseMachineFile(read.value.text, computer) : read;
}

function parseMachineFile(text: string, computer: string): Result<MachineFile> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return toFieldProblem('(file)', 'a JSON file');
  }
  const parsed = machineFileSchema.safeParse(json);
  if (!parsed.success) return toSchemaProblem(parsed.error.issues[0]);
  const { account, profile, computers, ...rest } = parsed.data;
  if ('posNumber' in rest) {
    return toFieldProblem('posNumber', 'in "computers", for each computer by its name');
  }
  const twice = findDuplicateProblem(computers);
  if (twice !== null) return twice;
  const here = Object.entries(computers).find(([name]) => isSameComputer(name, computer));
  const merged = here === undefined ? rest : mergePatch(rest, here[1]);
  const provisioning = isObject(merged) ? merged : {};
  const secret = findSecretField(provisioning);
  if (secret !== null) {
    return toFieldProblem(secret, 'in secrets.json, which only the account of the till can read');
  }
  const { cashiers: _, ...checked } = provisioning;
  const fits = provisioningWithoutCashiersSchema.safeParse(checked);
  if (!fits.success) return toSchemaProblem(fits.error.issues[0]);
  if (hasUploadsBesideChain(fits.data))
    return toFieldProblem('reconciliation.uploads', NO_UPLOADS_BESIDE_CHAIN);
  return ok({
    account,
    profile: profile ?? null,
    chainName: rest.chainName,
    language: rest.language,
    forComputer: here === undefined ? null : { posNumber: here[1].posNumber, provisioning },
  });
}

/** Two computers of one name, or two tills of one number. */
function findDuplicateProblem(
  computers: Readonly<Record<string, { readonly posNumber: string }>>,
): Result<never> | null {
  const names = new Set<string>();
  const numbers = new Set<string>();
  for (const [name, { posNumber }] of Object.entries(computers)) {
    if (names.has(normalizeComputerName(name))) {
      return toFieldProblem(`computers.${name}`, 'each computer only once');
    }
    if (numbers.has(posNumber)) {
      return toFieldProblem(`computers.${name}.posNumber`, 'a number that no other computer has');
    }
    names.add(normalizeComputerName(name));
    numbers.add(posNumber);
  }
  return null;
}

/** A computer's name has no case, and its domain may be left out. */
function isSameComputer(one: string, other: string): boolean {
  return normalizeComputerName(one) === normalizeComputerName(other);
}

function normalizeComputerName(name: string): string {
  return name.split('.')[0]?.toLowerCase() ?? '';
}

function findSecretField(provisioning: Readonly<Record<string, unknown>>): string | null {
  for (const name of ['apiKey', 'secretKey']) if (name in provisioning) return name;
  const { reconciliation, chain, cashiers, proxy } = provisioning;
  if (isObject(chain) && 'password' in chain) return 'chain.password';
  if (isObject(chain) && 'office' in chain) return 'chain.office';
  if (isObject(reconciliation)) {
    for (const name of ['password', 'privateKey']) {
      if (name in reconciliation) return `reconciliation.${name}`;
    }
  }
  const list: readonly unknown[] = Array.isArray(cashiers) ? cashiers : [];
  if (list.some((one) => isObject(one) && 'pin' in one)) return 'cashiers.pin';
  const address = typeof proxy === 'string' ? URL.parse(proxy) : null;
  return address !== null && `${address.username}${address.password}` !== '' ? 'proxy' : null;
}

/**
 * Where the till of this computer has its profile, for whoever administers it; null if nothing says.
 * `homeOf` knows the accounts of the system.
 */
export function findFleetProfile(
  machine: MachineFolder,
  homeOf: (account: string) => string | null,
): { readonly profile: string } | { readonly home: string } | null {
  try {
    const read = machineFileSchema
      .pick({ account: true, profile: true })
      .parse(JSON.parse(readFileSync(getMachineFilePath(machine), 'utf8').replace(/^\uFEFF/, '')));
    if (read.profile !== undefined) return { profile: read.profile };
    const home = homeOf(read.account);
    return home === null ? null : { home };
  } catch {
    return null;
  }
}

function toSchemaProblem(found: z.core.$ZodIssue | undefined): Result<never> {
  const unknown = found?.code === 'unrecognized_keys' ? found.keys : [];
  const field = [...(found?.path ?? []), ...unknown.slice(0, 1)].map(String).join('.');
  return toFieldProblem(
    field || '(file)',
    unknown.length > 0 ? 'unknown field' : (found?.message ?? ''),
  );
}

function toFieldProblem(field: string, reason: string): Result<never> {
  const problem: Problem = { kind: 'provisioning', field, reason };
  return fail(problem);
}
