import type { z } from 'zod';
import {
  canOverride,
  isObviousPin,
  type Problem,
  type Provisioning,
  provisioningSchema,
} from '../../shared/contract/index.ts';
import { isLockDelayAllowed, MAX_LOCK_MINUTES } from '../../shared/rules/index.ts';
import { findFieldWithControls, NO_CONTROLS_REASON } from './control-characters.ts';

type Issue = NonNullable<
  ReturnType<typeof provisioningSchema.safeParse>['error']
>['issues'][number];

/**
 * Reads the data of a file or of the wizard. The problem names the first field that does not fit;
 * if every given field fits, it names all required fields that are missing.
 */
export function parseProvisioning(input: unknown): { value: Provisioning } | { problem: Problem } {
  return parseWith(provisioningSchema, input);
}

/** A till that is set up and applies settings again may leave its people out. */
const withoutPeopleSchema = provisioningSchema.partial({ cashiers: true });
type PatchedProvisioning = z.infer<typeof withoutPeopleSchema>;

/** The same for what a patch makes of the settings that are kept. */
export function parsePatchedProvisioning(
  input: unknown,
  needsPeople: boolean,
): { value: PatchedProvisioning } | { problem: Problem } {
  return needsPeople ? parseProvisioning(input) : parseWith(withoutPeopleSchema, input);
}

function parseWith<Value extends PatchedProvisioning>(
  schema: z.ZodType<Value>,
  input: unknown,
): { value: Value } | { problem: Problem } {
  const parsed = schema.safeParse(input);
  const issues = parsed.success ? [] : parsed.error.issues;
  const wrong = issues.find((issue) => !isMissing(input, issue));
  if (wrong) {
    const unknown = wrong.code === 'unrecognized_keys' ? wrong.keys : [];
    const field = [...wrong.path, ...unknown.slice(0, 1)].join('.');
    const reason = unknown.length > 0 ? 'unknown field' : wrong.message;
    return { problem: { kind: 'provisioning', field: field || '(file)', reason } };
  }
  const missing = issues.map((issue) => formatFieldName(input, issue.path));
  missing.push(...listMissingFields(input).filter((name) => !missing.includes(name)));
  if (missing.length > 0) return { problem: { kind: 'provisioning-incomplete', fields: missing } };
  if (!parsed.success) {
    return { problem: { kind: 'provisioning', field: '(file)', reason: 'not readable' } };
  }
  const field = findFieldWithControls(parsed.data);
  if (field !== null) {
    return { problem: { kind: 'provisioning', field, reason: NO_CONTROLS_REASON } };
  }
  const { environment, lockAfterMinutes } = parsed.data;
  if (lockAfterMinutes !== undefined && !isLockDelayAllowed(lockAfterMinutes, environment)) {
    const reason = `from 1 to ${MAX_LOCK_MINUTES} minutes in production`;
    return { problem: { kind: 'provisioning', field: 'lockAfterMinutes', reason } };
  }
  if (hasUploadsBesideChain(parsed.data)) {
    return {
      problem: {
        kind: 'provisioning',
        field: 'reconciliation.uploads',
        reason: NO_UPLOADS_BESIDE_CHAIN,
      },
    };
  }
  const pin = findObviousPin(parsed.data);
  if (pin !== null) {
    const reason = 'a PIN unlike 1111 or 1234: whoever approves needs one in production';
    return { problem: { kind: 'provisioning', field: formatFieldName(input, pin), reason } };
  }
  return findAddressProblem(parsed.data) ?? { value: parsed.data };
}

/** In words, for whoever wrote the file. */
export const NO_UPLOADS_BESIDE_CHAIN =
  'false beside "chain": `mostrador chain` uploads one file with the sales of every till';

/** A till that puts only its own sales into a file of the chain's name sends a wrong file. */
export function hasUploadsBesideChain(of: {
  readonly chain?: unknown;
  readonly reconciliation?: { readonly uploads: boolean } | undefined;
}): boolean {
  return of.chain !== undefined && of.reconciliation?.uploads === true;
}

/** Where the first PIN stands that opens everything and would be guessed first. */
function findObviousPin({
  environment,
  cashiers = [],
}: PatchedProvisioning): readonly PropertyKey[] | null {
  if (environment !== 'production') return null;
  const index = cashiers.findIndex(({ role, pin }) => canOverride(role) && isObviousPin(pin));
  return index === -1 ? null : ['cashiers', index, 'pin'];
}

function isMissing(input: unknown, issue: Issue): boolean {
  return issue.path.length > 0 && getValueAt(input, issue.path) === undefined;
}

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** `cashiers.carmen.pin` says more to a person than `cashiers.2.pin`. */
function formatFieldName(input: unknown, path: readonly PropertyKey[]): string {
  const [first, index, ...rest] = path;
  if (first !== 'cashiers' || index === undefined) return path.join('.');
  const id = getValueAt(input, [first, index, 'id']);
  return [first, typeof id === 'string' ? id : index, ...rest].join('.');
}

/** Requirements that depend on other fields, which the schema cannot express. */
function listMissingFields(input: unknown): string[] {
  const environment = getValueAt(input, ['environment']);
  const service = ['baseUrl', 'vendor', 'apiKey', 'secretKey'];
  const missing =
    environment === 'sandbox' || environment === 'production'
      ? service.filter((name) => getValueAt(input, [name]) === undefined)
      : [];
  const secrets = ['password', 'privateKey'].map((name) =>
    getValueAt(input, ['reconciliation', name]),
  );
  const isLocked = getValueAt(input, ['reconciliation', 'uploads']) === true;
  if (isLocked && secrets.every((secret) => secret === undefined)) {
    missing.push('reconciliation.password');
  }
  const chain = getValueAt(input, ['chain']);
  if (chain !== undefined && getValueAt(input, ['chain', 'password']) === undefined) {
    missing.push('chain.password');
  }
  return missing;
}

export function isValidServiceAddress(of: Pick<Provisioning, 'environment' | 'baseUrl'>): boolean {
  return findAddressProblem(of) === null;
}

function findAddressProblem({
  environment,
  baseUrl = '',
}: Pick<Provisioning, 'environment' | 'baseUrl'>): { problem: Problem } | null {
  const address = URL.parse(baseUrl);
  if (environment === 'training') return null;
  if (address?.protocol === 'https:') {
    if (address.username === '' && address.password === '') return null;
    const reason = 'an address without a name and a password: the keys have fields of their own';
    return { problem: { kind: 'provisioning', field: 'baseUrl', reason } };
  }
  return {
    problem: {
      kind: 'provisioning',
      field: 'baseUrl',
      reason: 'an address that begins with https://',
    },
  };
}
