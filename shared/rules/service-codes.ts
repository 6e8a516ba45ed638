/** The codes of "Service error codes", in the interface's order. */
export const SERVICE_CODES = [
  'R1',
  'R2',
  'R3',
  'R4',
  'R5',
  'R6',
  'R7',
  'R8',
  'R9',
  'R10',
  'R11',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R17',
  'R18',
  'R19',
  'R20',
  'R21',
  'R22',
  'R23',
  'R24',
  'R25',
  'R26',
  'R27',
  'R28',
  'R29',
  'R30',
  'R31',
  'R32',
  'R33',
  'R34',
  'R35',
  'R36',
  'R37',
  'R41',
  'R42',
  'R43',
  'R44',
  'R45',
  'R46',
  'R47',
  'R48',
  'R49',
  'R50',
  'R99',
  'R100',
  'R101',
  'R102',
  'R103',
  'R104',
  'R105',
  'R106',
  'R114',
  'R115',
  'R117',
  'R118',
  'R119',
  'R121',
  'R122',
  'R124',
  'R125',
  'R126',
  'R127',
  'R200',
  'R201',
  'R202',
  'R299',
] as const;

/** A code of the interface's table. The service may return others, which are handled as plain text. */
export type ServiceCode = (typeof SERVICE_CODES)[number];

const KNOWN_CODES: ReadonlySet<string> = new Set(SERVICE_CODES);

export function isServiceCode(code: string): code is ServiceCode {
  return KNOWN_CODES.has(code);
}

/** Codes whose message banking regulation requires to be shown and printed verbatim. */
export function isVerbatimMessageCode(code: string | null): boolean {
  return code === 'R126' || code === 'R127';
}

/** The biller or this version of the interface does not support the operation. */
export function isUnsupportedOperationCode(code: string): boolean {
  return ['R101', 'R118', 'R119', 'R124', 'R125', 'R202'].includes(code);
}
