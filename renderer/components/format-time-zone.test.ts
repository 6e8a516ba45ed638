import { beforeAll, expect, it } from 'vitest';
import type { Language } from '../../shared/contract/index.ts';
import { getTextFunction, loadTexts } from '../i18n/index.ts';
import { formatTimeZone } from './format-time-zone.ts';

const LANGUAGES = ['es-MX', 'es-CO', 'en'] as const;
const formatZone = (zone: string, language: Language) =>
  formatTimeZone(zone, getTextFunction(language), language);

beforeAll(async () => {
  for (const language of LANGUAGES) await loadTexts(language);
});

it.each([
  ['America/Mexico_City', 'es-MX', 'Ciudad de México'],
  ['America/Mazatlan', 'es-MX', 'Mazatlán'],
  ['America/New_York', 'es-CO', 'Nueva York'],
  ['America/Bogota', 'es-CO', 'Bogotá'],
  ['America/Lima', 'es-CO', 'Perú'],
  ['America/Mexico_City', 'en', 'Mexico City'],
  ['America/Lima', 'en', 'Peru'],
  ['UTC', 'es-MX', 'UTC'],
  ['America/Nowhere_There', 'es-MX', 'Nowhere There'],
] as const)('formats the zone %s in %s as %s', (zone, language, name) => {
  expect(formatZone(zone, language)).toBe(name);
});

it.each(LANGUAGES)('gives every zone of the Americas a different name in %s', (language) => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.startsWith('America/'));
  expect(new Set(zones.map((zone) => formatZone(zone, language))).size).toBe(zones.length);
});
