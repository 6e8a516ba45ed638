/**
 * The system's preferred languages, as Electron returns them, most preferred first. Windows and
 * macOS have no such variables, so Node's default locale is used there; on Linux none set means
 * that nobody has chosen a language.
 */
export function getSystemLanguages(
  environment: Readonly<Partial<Record<string, string>>>,
  platform: NodeJS.Platform,
): string[] {
  const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = environment;
  const value = LANGUAGE || LC_ALL || LC_MESSAGES || LANG || '';
  const tags = value.split(':').flatMap(toLanguageTags);
  if (tags.length > 0 || platform === 'linux') return tags;
  return [Intl.DateTimeFormat().resolvedOptions().locale];
}

/** `es_CO.UTF-8@euro` becomes `es-CO`; `C` and `POSIX` are not languages. */
function toLanguageTags(name: string): string[] {
  const tag = /^[^.@]*/.exec(name)?.[0].replaceAll('_', '-') ?? '';
  return /^[a-z]{2,3}(-|$)/i.test(tag) ? [tag] : [];
}
