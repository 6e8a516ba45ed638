import {
  provisioningSchema,
  type ServiceVersion,
  type SettingsChange,
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

export function toServiceDraft({ service }: SettingsView): ServiceDraft {
  return {
    baseUrl: service.baseUrl ?? '',
    vendor: service.vendor ?? '',
    version: service.version,
    proxy: service.proxy ?? '',
    caFile: '',
    hasCa: service.hasCa,
    deadline: `${service.deadlineSeconds ?? ''}`,
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
 * Converts the draft to a settings change. Secrets, proxy and CA that were not changed are omitted,
 * and main keeps them.
 */
export function toServiceChange(draft: ServiceDraft, view: SettingsView): SettingsChange {
  const { version } = draft;
  const deadlineSeconds = draft.deadline.trim() === '' ? null : Number(draft.deadline);
  if (view.environment === 'training') {
    return { section: 'training-service', version, deadlineSeconds };
  }
  const proxy = draft.proxy.trim();
  const caFile = draft.caFile.trim();
  const apiKey = draft.apiKey.trim();
  const secretKey = draft.secretKey.trim();
  return {
    section: 'service',
    baseUrl: draft.baseUrl.trim(),
    vendor: draft.vendor.trim(),
    version,
    deadlineSeconds,
    ...(apiKey === '' ? {} : { apiKey }),
    ...(secretKey === '' ? {} : { secretKey }),
    ...(proxy === (view.service.proxy ?? '') ? {} : { proxy: proxy || null }),
    ...(caFile !== '' ? { caFile } : draft.hasCa === view.service.hasCa ? {} : { caFile: null }),
  };
}
