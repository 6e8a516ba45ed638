import type { VersionCountry } from './versions.ts';

/**
 * Defaults of the settings, and limits that the page's fields share with the contract. They are
 * defined once, because the page shows what main does.
 */

/** The time zone of the chain's business day. */
export const DEFAULT_CHAIN_TIME_ZONE = 'America/Chicago';

/** The time zone of a shop without a setting. */
export const TIME_ZONE_BY_COUNTRY: Readonly<Record<VersionCountry, string>> = {
  MX: 'America/Mexico_City',
  CO: 'America/Bogota',
};

/**
 * When the daily file is uploaded. The service's window is documented ambiguously (04:00 CST, 04:00 to
 * 05:00 EST, with or without daylight saving time). This time is before the end of the window, and
 * after the end of the day, in every interpretation.
 */
export const DEFAULT_UPLOAD_TIME = { time: '04:10', zone: 'America/New_York' } as const;

export const DEFAULT_SFTP_PORT = 22;
/** The mode of the uploaded file, in octal. */
export const DEFAULT_FILE_MODE = '0600';

/** Characters per line without a printer: those of an Epson of medium width. */
export const DEFAULT_COLUMNS = 42;

export const MIN_PIN_DIGITS = 4;
export const MAX_PIN_DIGITS = 8;
