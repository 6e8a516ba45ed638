import type { VersionCountry } from './versions.ts';

/**
 * What a till begins with, and limits that the page's fields share with the contract. The defaults
 * of the settings are declared in `shared/contract/provisioning.ts`.
 */

/** The time zone of a shop without a setting. */
export const TIME_ZONE_BY_COUNTRY: Readonly<Record<VersionCountry, string>> = {
  MX: 'America/Mexico_City',
  CO: 'America/Bogota',
};

/** Characters per line without a printer: those of an Epson of medium width. */
export const DEFAULT_PAPER_COLUMNS = 42;

export const MIN_PIN_DIGITS = 4;
export const MAX_PIN_DIGITS = 8;
