import type { VersionCountry } from './versions.ts';

/**
 * Values that several settings and screens share. The default of each setting is declared in
 * `shared/contract/provisioning.ts`.
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
