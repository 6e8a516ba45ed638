import { z } from 'zod';
import {
  canApproveOverrides,
  getSettingsSection,
  isObviousPin,
  type Problem,
  type Provisioning,
  provisioningSchema,
} from '../../shared/contract/index.ts';
import { isLockDelayAllowed, MAX_LOCK_MINUTES } from '../../shared/rules/index.ts';
import { CONTROL_CHARACTERS_REASON, findFieldWithControlCharacters } from './control-characters.ts';
import { toSettingsRefusal } from './refusals.ts';

type Issue = NonNullable<
  ReturnType<typeof provisioningSchema.safeParse>['error']
>['issues'][number];

/**
 * Parses the data of a file or of the wizard. The problem names the first invalid field; if every
 * present field is valid, it lists all missing required fields.
 */
export function parseProvisioning(input: unknown): { value: Provisioning } | { problem: Problem } {
  return parseWith(provisioningSchema, input, input, () => true);
}

/**
 * Parses the fields `fieldNames` of a provisioning that was patched. Fields beside them are those of the
 * till before, and are its business: a rule is checked only if the patch changes a field of it.
 */
export function parseProvisioningPatch(
  input: unknown,
  fieldNames: readonly string[],
): { value: Partial<Provisioning> } | { problem: Problem } {
  const pickNamed = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => fieldNames.includes(name)));
  const schema: z.ZodType<Partial<Provisioning>> = z.strictObject({
    ...pickNamed(provisioningSchema.shape),
  });
  const isNamed = (field: string): boolean =>
    fieldNames.some((name) => name === 'environment' || isSameSettingsSection(name, field));
  return parseWith(schema, pickNamed(Object(input)), input, isNamed);
}

/** Whether two fields are changed together. The chain decides about the uploads of the daily file. */
export function isSameSettingsSection(name: string, other: string): boolean {
  const [section, otherSection] = [name, other].map((field) => getSettingsSection(field) ?? field);
  return section === otherSection || (section === 'chain' && other === 'reconciliation.uploads');
}

/** `whole` is the complete provisioning, of which `input` may be a part. */
function parseWith<Value extends Partial<Provisioning>>(
  schema: z.ZodType<Value>,
  input: unknown,
  whole: unknown,
  isChecked: (field: string) => boolean,
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
  const needed = listMissingFields(whole).filter(isChecked);
  missing.push(...needed.filter((name) => !missing.includes(name)));
  if (missing.length > 0) return { problem: { kind: 'provisioning-incomplete', fields: missing } };
  if (!parsed.success) {
    return { problem: { kind: 'provisioning', field: '(file)', reason: 'cannot be read' } };
  }
  const field = findFieldWithControlCharacters(parsed.data);
  if (field !== null) {
    return { problem: { kind: 'provisioning', field, reason: CONTROL_CHARACTERS_REASON } };
  }
  const till = { ...Object(whole), ...parsed.data } as Provisioning;
  const { environment, lockAfterMinutes } = till;
  if (
    isChecked('lockAfterMinutes') &&
    lockAfterMinutes !== undefined &&
    !isLockDelayAllowed(lockAfterMinutes, environment)
  ) {
    const reason = `must be from 1 to ${MAX_LOCK_MINUTES} minutes in production`;
    return { problem: { kind: 'provisioning', field: 'lockAfterMinutes', reason } };
  }
  if (isChecked('reconciliation.uploads') && hasBothChainAndUploads(till)) {
    return { problem: toSettingsRefusal('uploads-beside-chain') };
  }
  const pin = findObviousPin(till);
  if (pin !== null) {
    const reason =
      'is too easy to guess, like 1111 or 1234: in production, supervisors and owners need a better one';
    return { problem: { kind: 'provisioning', field: formatFieldName(input, pin), reason } };
  }
  const addressProblem = isChecked('baseUrl') ? findBaseUrlProblem(till) : null;
  return addressProblem === null ? { value: parsed.data } : { problem: addressProblem };
}

export function hasBothChainAndUploads(till: {
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
}: Pick<Provisioning, 'environment'> & Partial<Provisioning>): readonly PropertyKey[] | null {
  if (environment !== 'production') return null;
  const index = cashiers.findIndex(
    ({ role, pin }) => canApproveOverrides(role) && isObviousPin(pin),
  );
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

/** The problem with the address of the service; null if there is none. */
export function findBaseUrlProblem({
  environment,
  baseUrl = '',
}: Pick<Provisioning, 'environment' | 'baseUrl'>): Problem | null {
  if (environment === 'training') return null;
  const address = URL.parse(baseUrl);
  if (address?.protocol !== 'https:') return toSettingsRefusal('address-not-https');
  const hasPassword = address.username !== '' || address.password !== '';
  return hasPassword ? toSettingsRefusal('address-with-password') : null;
}
