/** Where most of these shops are; they come before the rest of the continent. */
const COMMON = [
  'America/Mexico_City',
  'America/Bogota',
  'America/Monterrey',
  'America/Tijuana',
  'America/Ciudad_Juarez',
  'America/Hermosillo',
  'America/Mazatlan',
  'America/Merida',
  'America/Cancun',
  'America/Chicago',
];

export interface Zone {
  readonly id: string;
  /** `Mexico City`: what one types the first letters of. */
  readonly city: string;
}

/**
 * The machine's own zone first, then the one that is set, then the common ones, then the rest of
 * the Americas.
 */
export function zonesFor(machineZone: string, chosen: string): readonly Zone[] {
  const rest = Intl.supportedValuesOf('timeZone').filter((id) => id.startsWith('America/'));
  const ids = [...new Set([machineZone, chosen, ...COMMON, ...rest])];
  return ids.map((id) => ({ id, city: (id.split('/').at(-1) ?? id).replaceAll('_', ' ') }));
}
