import { expect, it } from 'vitest';
import { proposedZone } from './zones.ts';

it.each([
  ['UTC', 'MX', 'es-MX', 'America/Mexico_City'],
  ['Etc/UTC', 'CO', 'es-MX', 'America/Bogota'],
  ['UTC', null, 'es-CO', 'America/Bogota'],
  ['UTC', null, 'en', 'America/Mexico_City'],
  ['America/Tijuana', 'MX', 'es-MX', 'America/Tijuana'],
] as const)('a computer in %s, a service of %s, in %s: %s', (machine, country, language, zone) => {
  expect(proposedZone(machine, country, language)).toBe(zone);
});
