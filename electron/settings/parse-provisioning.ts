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
 * Parses the data of a file or of the wizard. The problem names the first invalid field; if every
 * present field is valid, it lists all missing required fields.
 */
export function parseProvisioning(input: unknown): { value: Provisioning } | { problem: Problem } {
  return parseWith(provisioningSchema, input);
}

/** A till that is already set up may apply settings without cashiers. */
const withoutCashiersSchema = provisioningSchema.partial({ cashiers: true });
type PatchedProvisioning = z.infer<typeof withoutCashiersSchema>;

/** The same for current settings after a patch. */
export function parsePatchedProvisioning(
  input: unknown,
  needsCashiers: boolean,
): { value: PatchedProvisioning } | { problem: Problem } {
  return needsCashiers ? parseProvisioning(input) : parseWith(withoutCashiersSchema, input);
}

function parseWith<Value extends PatchedProvisioning>(
  schema: z.ZodType<Value>,
  input: unknown,
): { value: Value } | { problem: Problem } {
  const parsed = schema.safeParse(input);
  const issues = parsed.success ? [] : parsed.error.issues;
  const invalidIssue = issues.find((issue) => !isMissing(input, issue));
  if (invalidIssue) {
    const unknownKeys = invalidIssue.code === 'unrecognized_keys' ? invalidIssue.keys : [];
    const field = [...invalidIssue.path, ...unknownKeys.slice(0, 1)].join('.');
    const reason = unknownKeys.length > 0 ? 'unknown field' : invalidIssue.message;
    return { problem: { kind: 'provisioning', field: field || '(file)', reason } };
  }
  const missing = issues.map((issue) => formatFieldName(input, issue.path));
  missing.push(...listMissingFields(input).filter((name) => !missing.includes(name)));
  if (missing.length > 0) return { problem: { kind: 'provisioning-incomplete', fields: missing } };
  if (!parsed.success) {
    return { problem: { kind: 'provisioning', field: '(file)', reason: 'cannot be read' } };
  }
  const field = findFieldWithControls(parsed.data);
  if (field !== null) {
    return { problem: { kind: 'provisioning', field, reason: NO_CONTROLS_REASON } };
  }
  const { environment, lockAfterMinutes } = parsed.data;
  if (lockAfterMinutes !== undefined && !isLockDelayAllowed(lockAfterMinutes, environment)) {
    const reason = `must be from 1 to ${MAX_LOCK_MINUTES} minutes in production`;
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
    const reason =
      'is too easy to guess, like 1111 or 1234: in production, supervisors and owners need a better one';
    return { problem: { kind: 'provisioning', field: formatFieldName(input, pin), reason } };
  }
  return findAddressProblem(parsed.data) ?? { value: parsed.data };
}

/** Reason text for the author of the file. */
export const NO_UPLOADS_BESIDE_CHAIN =
  'must be false if "chain" is set: `mostrador chain` uploads one file with the sales of every till';

/** A till that uploads only its own sales under the chain's name uploads an incomplete file. */
export function hasUploadsBesideChain(till: {
  readonly chain?: unknown;
  readonly reconciliation?: { readonly uploads: boolean } | undefined;
}): boolean {
  return till.chain !== undefined && till.reconciliation?.uploads === true;
}

/**
 * Path of the first obvious PIN of a person who may approve, in production; null if there is none.
 */
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

/** `cashiers.carmen.pin` is easier to understand than `cashiers.2.pin`. */
function formatFieldName(input: unknown, path: readonly PropertyKey[]): string {
  const [first, index, ...rest] = path;
  if (first !== 'cashiers' || index === undefined) return path.join('.');
  const id = getValueAt(input, [first, index, 'id']);
  return [first, typeof id === 'string' ? id : index, ...rest].join('.');
}

/** Lists required fields that depend on other fields, which the schema cannot express. */
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
  const needsSecret = getValueAt(input, ['reconciliation', 'uploads']) === true;
  if (needsSecret && secrets.every((secret) => secret === undefined)) {
    missing.push('reconciliation.password');
  }
  const chain = getValueAt(input, ['chain']);
  if (chain !== undefined && getValueAt(input, ['chain', 'password']) === undefined) {
    missing.push('chain.password');
  }
  return missing;
}

export function isValidServiceAddress(
  till: Pick<Provisioning, 'environment' | 'baseUrl'>,
): boolean {
  return findAddressProblem(till) === null;
}

function findAddressProblem({
  environment,
  baseUrl = '',
}: Pick<Provisioning, 'environment' | 'baseUrl'>): { problem: Problem } | null {
  const address = URL.parse(baseUrl);
  if (environment === 'training') return null;
  if (address?.protocol === 'https:') {
    if (address.username === '' && address.password === '') return null;
    const reason =
      'must not contain a user name or password: put the keys into apiKey and secretKey';
    return { problem: { kind: 'provisioning', field: 'baseUrl', reason } };
  }
  return {
    problem: {
      kind: 'provisioning',
      field: 'baseUrl',
      reason: 'must begin with https://',
    },
  };
}
