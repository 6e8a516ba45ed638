/** The first language is complete; all others fall back to it. */
export const LANGUAGES = ['es-MX', 'es-CO', 'en'] as const;

export const [DEFAULT_LANGUAGE] = LANGUAGES;
