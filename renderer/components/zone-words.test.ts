import { expect, it } from 'vitest';
import { zoneWords } from './zone-words.ts';

it.each([
  ['America/Mexico_City', 'es-MX', 'Ciudad de México'],
  ['America/Mazatlan', 'es-MX', 'Mazatlán'],
  ['America/New_York', 'es-CO', 'Nueva York'],
  ['America/Bogota', 'es-CO', 'Colombia'],
  ['America/Mexico_City', 'en', 'Mexico City'],
  ['America/Bogota', 'en', 'Colombia'],
  ['UTC', 'es-MX', 'UTC'],
  ['America/Nowhere_There', 'es-MX', 'Nowhere There'],
])('%s in %s is %s', (zone, language, words) => {
  expect(zoneWords(zone, language)).toBe(words);
});

it.each(['es-MX', 'es-CO', 'en'])(
  'calls no two zones of the Americas the same in %s',
  (language) => {
    const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.startsWith('America/'));
    expect(new Set(zones.map((zone) => zoneWords(zone, language))).size).toBe(zones.length);
  },
);
