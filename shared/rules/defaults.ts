import type { VersionCountry } from './versions.ts';

/**
 * What holds where the shop's settings say nothing, and the bounds that the page's fields share with
 * the contract. The page shows what main then does, so neither keeps a number of its own.
 */

/** The zone of the chain's business day. */
export const DEFAULT_CHAIN_TIME_ZONE = 'America/Chicago';

/** The zone of a shop that has named none. */
export const TIME_ZONE_BY_COUNTRY: Readonly<Record<VersionCountry, string>> = {
  MX: 'America/Mexico_City',
  CO: 'America/Bogota',
};

/**
 * When the daily file goes out. Before the end of the service's window by every reading of its hours
 * (04:00 CST, 04:00 to 05:00 EST, with and without daylight time), and after the day's end by all of
 * them.
 */
export const DEFAULT_UPLOAD_TIME = { time: '04:10', zone: 'America/New_York' } as const;

/** Where the service's SFTP server listens, and what may be done with the file there, in octal. */
export const DEFAULT_SFTP_PORT = 22;
export const DEFAULT_FILE_MODE = '0600';

/** Of a paper without a printer: what an Epson of medium width prints on a line. */
export const DEFAULT_COLUMNS = 42;

export const MIN_PIN_DIGITS = 4;
export const MAX_PIN_DIGITS = 8;
