import {
  type Problem,
  type Provisioning,
  provisioningSchema,
} from '../../shared/contract/index.ts';

type Issue = NonNullable<
  ReturnType<typeof provisioningSchema.safeParse>['error']
>['issues'][number];

/**
 * Reads the data of a file or of the wizard. The problem names the first field that does not fit;
 * if every given field fits, it names all required fields that are missing.
 */
export function parseProvisioning(input: unknown): { value: Provisioning } | { problem: Problem } {
  const parsed = provisioningSchema.safeParse(input);
  const issues = parsed.success ? [] : parsed.error.issues;
  const wrong = issues.find((issue) => !isMissing(input, issue));
  if (wrong) {
    const unknown = wrong.code === 'unrecognized_keys' ? wrong.keys : [];
    const field = [...wrong.path, ...unknown.slice(0, 1)].join('.');
    const reason = unknown.length > 0 ? 'unknown field' : wrong.message;
    return { problem: { kind: 'provisioning', field: field || '(file)', reason } };
  }
  const missing = issues.map((issue) => nameOf(input, issue.path));
  missing.push(...neededIn(input).filter((name) => !missing.includes(name)));
  if (missing.length > 0) return { problem: { kind: 'provisioning-incomplete', fields: missing } };
  if (!parsed.success) {
    return { problem: { kind: 'provisioning', field: '(file)', reason: 'not readable' } };
  }
  return plainAddress(parsed.data) ?? { value: parsed.data };
}

function isMissing(input: unknown, issue: Issue): boolean {
  return issue.path.length > 0 && at(input, issue.path) === undefined;
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** `cashiers.carmen.pin` says more to a person than `cashiers.2.pin`. */
function nameOf(input: unknown, path: readonly PropertyKey[]): string {
  const [first, index, ...rest] = path;
  if (first !== 'cashiers' || index === undefined) return path.join('.');
  const id = at(input, [first, index, 'id']);
  return [first, typeof id === 'string' ? id : index, ...rest].join('.');
}

/** Requirements that depend on other fields, which the schema cannot express. */
function neededIn(input: unknown): string[] {
  const environment = at(input, ['environment']);
  const service = ['baseUrl', 'vendor', 'apiKey', 'secretKey'];
  const missing =
    environment === 'sandbox' || environment === 'production'
      ? service.filter((name) => at(input, [name]) === undefined)
      : [];
  const secrets = ['password', 'privateKey'].map((name) => at(input, ['reconciliation', name]));
  const isLocked = at(input, ['reconciliation', 'uploads']) === true;
  if (isLocked && secrets.every((secret) => secret === undefined)) {
    missing.push('reconciliation.password');
  }
  return missing;
}

function plainAddress({ environment, baseUrl = '' }: Provisioning): { problem: Problem } | null {
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
