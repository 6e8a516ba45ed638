import { expect, it } from 'vitest';
import { getProposedTimeZone, listTimeZones } from './time-zones.ts';

it.each([
  ['UTC', 'MX', 'es-MX', 'America/Mexico_City'],
  ['Etc/UTC', 'CO', 'es-MX', 'America/Bogota'],
  ['UTC', null, 'es-CO', 'America/Bogota'],
  ['UTC', null, 'en', 'America/Mexico_City'],
  ['America/Tijuana', 'MX', 'es-MX', 'America/Tijuana'],
] as const)(
  'proposes for a computer in %s, a service of %s and language %s the zone %s',
  (machine, country, language, zone) => {
    expect(getProposedTimeZone(machine, country, language)).toBe(zone);
  },
);

it.each([
  ['CO', 'es-MX', 'America/Bogota'],
  [null, 'es-CO', 'America/Bogota'],
  ['MX', 'es-CO', 'America/Mexico_City'],
  [null, 'en', 'America/Mexico_City'],
] as const)(
  'lists the zone of the country first for country %s and language %s: %s',
  (country, language, zone) => {
    const zones = listTimeZones('UTC', 'America/Lima', country, language);
    expect(zones.slice(0, 3)).toEqual(['UTC', 'America/Lima', zone]);
    expect(new Set(zones).size).toBe(zones.length);
  },
);
