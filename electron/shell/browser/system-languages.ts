/**
 * What Electron tells of the system, the most wanted first. Windows and macOS have no such variables:
 * there Node asks the system; where they are usual and none is set, nobody has chosen a language.
 */
export function getSystemLanguages(
  environment: Readonly<Partial<Record<string, string>>>,
  platform: NodeJS.Platform,
): string[] {
  const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = environment;
  const named = LANGUAGE || LC_ALL || LC_MESSAGES || LANG || '';
  const tags = named.split(':').flatMap(toLanguageTags);
  if (tags.length > 0 || platform === 'linux') return tags;
  return [Intl.DateTimeFormat().resolvedOptions().locale];
}

/** `es_CO.UTF-8@euro` is `es-CO`; `C` and `POSIX` are no language. */
function toLanguageTags(name: string): string[] {
  const tag = /^[^.@]*/.exec(name)?.[0].replaceAll('_', '-') ?? '';
  return /^[a-z]{2,3}(-|$)/i.test(tag) ? [tag] : [];
}
