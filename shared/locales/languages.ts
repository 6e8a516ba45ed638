/** The first is whole, and what every other falls back to. */
export const LANGUAGES = ['es-MX', 'es-CO', 'en'] as const;

export const [FIRST_LANGUAGE] = LANGUAGES;
