import {
  type PublicSettings,
  provisioningSchema,
  type ServiceVersion,
  type SettingsPatch,
  type SettingsView,
} from '../../../../shared/contract/index.ts';

/** The draft of the service settings: texts as typed. An empty secret stays unchanged. */
export interface ServiceDraft {
  readonly baseUrl: string;
  readonly vendor: string;
  readonly version: ServiceVersion;
  readonly proxy: string;
  readonly caFile: string;
  readonly hasCa: boolean;
  readonly deadline: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

const { shape } = provisioningSchema;

export function toServiceDraft(settings: PublicSettings, { hasCa }: SettingsView): ServiceDraft {
  return {
    baseUrl: settings.baseUrl ?? '',
    vendor: settings.vendor ?? '',
    version: settings.version,
    proxy: settings.proxy ?? '',
    caFile: '',
    hasCa,
    deadline: `${settings.deadlineSeconds ?? ''}`,
    apiKey: '',
    secretKey: '',
  };
}

export function isServiceFieldValid(
  name: Exclude<keyof ServiceDraft, 'version' | 'hasCa'>,
  typed: string,
  { held }: SettingsView,
): boolean {
  const value = typed.trim();
  switch (name) {
    case 'baseUrl':
      return /^https:\/\/[^\s/]/i.test(value) && URL.canParse(value);
    case 'vendor':
      return value !== '' && shape.vendor.safeParse(value).success;
    case 'proxy':
      return value === '' || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value));
    case 'caFile':
      return value.length <= 1000;
    case 'deadline':
      return value === '' || shape.deadlineSeconds.safeParse(Number(value)).success;
    case 'apiKey':
      return value === '' ? held.includes('apiKey') : shape.apiKey.safeParse(value).success;
    case 'secretKey':
      return value === '' ? held.includes('secretKey') : shape.secretKey.safeParse(value).success;
  }
}

/**
 * Converts the draft to a patch of the settings. Secrets, proxy and CA that were not changed are
 * omitted, and main keeps them.
 */
export function toServicePatch(
  draft: ServiceDraft,
  settings: PublicSettings,
  { hasCa }: SettingsView,
): SettingsPatch {
  const { version } = draft;
  const deadlineSeconds = draft.deadline.trim() === '' ? null : Number(draft.deadline);
  if (settings.environment === 'training') return { version, deadlineSeconds };
  const proxy = draft.proxy.trim();
  const caFile = draft.caFile.trim();
  const apiKey = draft.apiKey.trim();
  const secretKey = draft.secretKey.trim();
  return {
    baseUrl: draft.baseUrl.trim(),
    vendor: draft.vendor.trim(),
    version,
    deadlineSeconds,
    ...(apiKey === '' ? {} : { apiKey }),
    ...(secretKey === '' ? {} : { secretKey }),
    ...(proxy === (settings.proxy ?? '') ? {} : { proxy: proxy || null }),
    ...(caFile !== '' ? { caFile } : draft.hasCa === hasCa ? {} : { caFile: null }),
  };
}
