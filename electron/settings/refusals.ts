import { fail, type Problem, type Result } from '../../shared/contract/index.ts';

type SettingReason = Extract<Problem, { kind: 'setting' }>['reason'];

/** Why a value is refused: the reason on the settings screen, and for the author of a file. */
const REFUSALS = {
  'address-not-https': ['baseUrl', 'must begin with https://'],
  'address-with-password': [
    'baseUrl',
    'must not contain a user name or password: put the keys into apiKey and secretKey',
  ],
  'ca-unreadable': ['caFile', 'must be a readable file of at most 1 MB'],
  'ca-not-pem': ['caFile', 'must be a certificate in PEM format'],
  'logo-unreadable': ['shop.logo', 'must be a readable file of at most 1 MB'],
  'logo-not-png': ['shop.logo', 'must be an undamaged PNG picture'],
  'chain-ca': ['chain.ca', 'must be a certificate in PEM format'],
  /** A till that uploads only its own sales under the chain's name uploads an incomplete file. */
  'uploads-beside-chain': [
    'reconciliation.uploads',
    'must be false if "chain" is set: `mostrador-cli chain start` uploads one file with the sales of every till',
  ],
} as const satisfies Partial<Record<SettingReason, readonly [field: string, reason: string]>>;

/** The reasons on the settings screen for required fields that are missing. */
const MISSING_FIELD_REASONS: Readonly<Record<string, SettingReason>> = {
  baseUrl: 'address-not-https',
  vendor: 'keys-missing',
  apiKey: 'keys-missing',
  secretKey: 'keys-missing',
  'reconciliation.password': 'sftp-secret-missing',
  'chain.password': 'chain-password-missing',
  'chain.ca': 'chain-ca',
};

export function toSettingsRefusal(
  key: keyof typeof REFUSALS,
): Extract<Problem, { kind: 'provisioning' }> {
  const [field, reason] = REFUSALS[key];
  return { kind: 'provisioning', field, reason, settingReason: key };
}

export function failWithSettingsRefusal(key: keyof typeof REFUSALS): Result<never> {
  return fail(toSettingsRefusal(key));
}

/** The problem of a patch in the words of the settings screen; others are returned unchanged. */
export function toSettingsScreenProblem(problem: Problem, isChainPatched: boolean): Problem {
  if (problem.kind === 'provisioning-incomplete') {
    const reason = problem.fields
      .map((field) => MISSING_FIELD_REASONS[field])
      .find((known) => known !== undefined);
    return reason === undefined ? problem : { kind: 'setting', reason };
  }
  if (problem.kind !== 'provisioning' || problem.settingReason === undefined) return problem;
  const isChainRefused = problem.settingReason === 'uploads-beside-chain' && isChainPatched;
  return {
    kind: 'setting',
    reason: isChainRefused ? 'chain-beside-uploads' : problem.settingReason,
  };
}
