/** The versions that the training service supports. The client has a separate list. */
export const TRAINING_VERSIONS = {
  'v1.6': { generation: 1, hasSingle: false },
  'v3.3': { generation: 3, hasSingle: false },
  'v3.mx': { generation: 3, hasSingle: true },
  'v3.co': { generation: 3, hasSingle: true },
} as const satisfies Readonly<Record<string, { generation: 1 | 3; hasSingle: boolean }>>;

export type TrainingVersion = keyof typeof TRAINING_VERSIONS;

/** Parses the version of an Accept header; null if it is unknown. */
export function parseAcceptedVersion(accept: string, vendor: string): TrainingVersion | null {
  const [prefix, suffix] = [`application/vnd.${vendor}.`, '+json'];
  if (!accept.startsWith(prefix) || !accept.endsWith(suffix)) return null;
  const version = accept.slice(prefix.length, -suffix.length);
  return isVersion(version) ? version : null;
}

function isVersion(text: string): text is TrainingVersion {
  return Object.hasOwn(TRAINING_VERSIONS, text);
}
