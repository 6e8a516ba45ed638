import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  fail,
  type Language,
  languageSchema,
  listSettingNamesWith,
  ok,
  type Problem,
  provisioningSchema,
  type Result,
} from '../../../shared/contract/index.ts';
import { readNamedFileSync, readRegularFile } from '../../platform/index.ts';
import {
  applyJsonMergePatch,
  getFieldByPath,
  hasBothChainAndUploads,
  isPlainObject,
  toSettingsRefusal,
} from '../../settings/index.ts';
import type { MachineFolder } from './machine-folder.ts';

/** `provision.json` of the machine folder: for a whole chain or for one computer. */
export interface MachineFile {
  /** The system account of the till. */
  readonly account: string;
  /** The profile's folder; null for the default one. */
  readonly profile: string | null;
  readonly chainName: string;
  readonly language: Language;
  /** The entry for this computer; null if its name is not in the table. */
  readonly computerEntry: MachineFileComputer | null;
}

export interface MachineFileComputer {
  readonly posNumber: string;
  /** The fields of a provisioning file, without secrets. */
  readonly provisioning: Readonly<Record<string, unknown>>;
}

/** Enough for a thousand computers with a printer each. */
const MAX_FILE_BYTES = 1024 * 1024;

const machineFileSchema = z.looseObject({
  account: z.string().min(1).max(200),
  profile: z.string().min(1).max(1000).optional(),
  computers: z.record(z.string().min(1).max(255), z.looseObject({ posNumber: z.string() })),
  chainName: z.string(),
  language: languageSchema,
});

/** Cashiers are validated later, together with the PINs of the secrets file. */
const provisioningWithoutCashiersSchema = provisioningSchema.omit({ cashiers: true }).partial();

export function getMachineFilePath({ folder }: MachineFolder): string {
  return join(folder, 'provision.json');
}

/**
 * Reads the machine file; null if there is none. Does not check who can write it: see
 * `isInProtectedMachineFolder`.
 */
export async function readMachineFile(
  machine: MachineFolder,
  computerName: string,
): Promise<Result<MachineFile | null>> {
  const path = getMachineFilePath(machine);
  if (!existsSync(path)) return ok(null);
  const file = await readRegularFile(path, MAX_FILE_BYTES, () => null);
  return file.ok ? parseMachineFile(file.value.text, computerName) : file;
}

function parseMachineFile(text: string, computer: string): Result<MachineFile> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return toFieldProblem('(file)', 'must be a JSON file');
  }
  const parsed = machineFileSchema.safeParse(json);
  if (!parsed.success) return toSchemaProblem(parsed.error.issues[0]);
  const { account, profile, computers, ...rest } = parsed.data;
  if ('posNumber' in rest) {
    return toFieldProblem('posNumber', 'must be in "computers", under the name of each computer');
  }
  const duplicateProblem = findDuplicateProblem(computers);
  if (duplicateProblem !== null) return duplicateProblem;
  const computerEntry = Object.entries(computers).find(([name]) => isSameComputer(name, computer));
  const merged = computerEntry === undefined ? rest : applyJsonMergePatch(rest, computerEntry[1]);
  const provisioning = isPlainObject(merged) ? merged : {};
  const secretField = findSecretField(provisioning);
  if (secretField !== null) {
    return toFieldProblem(
      secretField,
      'must be in secrets.json, which only the account of the till can read',
    );
  }
  const { cashiers: _, ...checked } = provisioning;
  const fieldCheck = provisioningWithoutCashiersSchema.safeParse(checked);
  if (!fieldCheck.success) return toSchemaProblem(fieldCheck.error.issues[0]);
  if (hasBothChainAndUploads(fieldCheck.data))
    return fail(toSettingsRefusal('uploads-beside-chain'));
  return ok({
    account,
    profile: profile ?? null,
    chainName: rest.chainName,
    language: rest.language,
    computerEntry:
      computerEntry === undefined ? null : { posNumber: computerEntry[1].posNumber, provisioning },
  });
}

/** Finds two computers with one name, or two tills with one number. */
function findDuplicateProblem(
  computers: Readonly<Record<string, { readonly posNumber: string }>>,
): Result<never> | null {
  const names = new Set<string>();
  const numbers = new Set<string>();
  for (const [name, { posNumber }] of Object.entries(computers)) {
    if (names.has(normalizeComputerName(name))) {
      return toFieldProblem(`computers.${name}`, 'is listed twice: list each computer once');
    }
    if (numbers.has(posNumber)) {
      return toFieldProblem(
        `computers.${name}.posNumber`,
        'must be a number that no other computer has',
      );
    }
    names.add(normalizeComputerName(name));
    numbers.add(posNumber);
  }
  return null;
}

/** Computer names ignore case, and the domain may be missing. */
function isSameComputer(a: string, b: string): boolean {
  return normalizeComputerName(a) === normalizeComputerName(b);
}

function normalizeComputerName(name: string): string {
  return name.split('.')[0]?.toLowerCase() ?? '';
}

function findSecretField(provisioning: Readonly<Record<string, unknown>>): string | null {
  const { cashiers, proxy } = provisioning;
  // An address without a password is no secret.
  const field = listSettingNamesWith('secret').find(
    (name) => name !== 'proxy' && getFieldByPath(provisioning, name) !== undefined,
  );
  if (field !== undefined) return field;
  const list: readonly unknown[] = Array.isArray(cashiers) ? cashiers : [];
  if (list.some((cashier) => isPlainObject(cashier) && 'pin' in cashier)) return 'cashiers.pin';
  const address = typeof proxy === 'string' ? URL.parse(proxy) : null;
  return address !== null && `${address.username}${address.password}` !== '' ? 'proxy' : null;
}

/**
 * Finds the profile of this computer's till, for an administrator; null if the file does not give
 * it. `getHomeFolder` returns the home folder of a system account.
 */
export function findFleetProfileFolder(
  machine: MachineFolder,
  getHomeFolder: (account: string) => string | null,
): { readonly profile: string } | { readonly home: string } | null {
  try {
    const file = machineFileSchema.pick({ account: true, profile: true }).parse(
      JSON.parse(
        readNamedFileSync(getMachineFilePath(machine))
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      ),
    );
    if (file.profile !== undefined) return { profile: file.profile };
    const home = getHomeFolder(file.account);
    return home === null ? null : { home };
  } catch {
    return null;
  }
}

function toSchemaProblem(issue: z.core.$ZodIssue | undefined): Result<never> {
  const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const field = [...(issue?.path ?? []), ...unknownKeys.slice(0, 1)].map(String).join('.');
  return toFieldProblem(
    field || '(file)',
    unknownKeys.length > 0 ? 'unknown field' : (issue?.message ?? ''),
  );
}

function toFieldProblem(field: string, reason: string): Result<never> {
  const problem: Problem = { kind: 'provisioning', field, reason };
  return fail(problem);
}
