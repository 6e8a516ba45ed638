import type { Biller } from '../../../shared/contract/index.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/**
 * Creates a catalogue like the service's: a hundred billers that are well known in Mexico, then
 * thousands of water companies, cable networks and town halls of several countries.
 */
export function createBillerCatalog(count: number, seed = 7): Biller[] {
  const random = createSeededRandom(seed);
  const billers = KNOWN_BILLERS.map(([id, name, type, country]) =>
    createBiller(id, name, type, country),
  );
  const usedIds = new Set(billers.map((biller) => biller.id));
  for (let id = 200_000; billers.length < count; id += 1 + random.below(3)) {
    if (usedIds.has(id)) continue;
    const country = random.pick(COUNTRIES);
    const type = random.pick(TYPES);
    billers.push(createBiller(id, createName(random, country, type), type, country));
  }
  return billers.slice(0, count);
}

export function createBiller(
  id: number,
  name: string,
  type = 'Utility',
  country = 'MX',
  changes: Partial<Biller> = {},
): Biller {
  const kind = type === 'Cell' ? 'top-up' : type === 'GiftCard' ? 'gift-card' : 'utility';
  return {
    id,
    kind,
    name,
    country,
    currency: CURRENCIES[country] ?? 'USD',
    type,
    billType: kind === 'top-up' ? 'phone_number' : 'account_number',
    canCheckBalance: kind === 'utility' && id % 2 === 0,
    supportsPartialPayment: id % 3 === 0,
    requiresNameOnAccount: false,
    hasExtraData: id === 40,
    accountNumberDigits: kind === 'top-up' ? '10' : '7..15',
    mask: '',
    hoursToFulfill: 24,
    amounts: kind === 'utility' ? { kind: 'any' } : { kind: 'list', amounts: ['100.00', '200.00'] },
    ...changes,
  };
}

const CURRENCIES: Readonly<Record<string, string>> = {
  MX: 'MXN',
  CO: 'COP',
  DO: 'RD',
  GT: 'GTQ',
  HN: 'HNL',
  PE: 'PEN',
  BR: 'BRL',
};

type KnownBiller = readonly [id: number, name: string, type: string, country: string];

const KNOWN_BILLERS: readonly KnownBiller[] = [
  [40, 'CFE', 'Electricity', 'MX'],
  [41, 'CFE Calificados', 'Electricity', 'MX'],
  [42, 'Comisión Federal de Electricidad Empresas', 'Electricity', 'MX'],
  [35, 'Telmex', 'Landline', 'MX'],
  [36, 'Telmex Negocios', 'Landline', 'MX'],
  [37, 'SKY', 'Cable', 'MX'],
  [38, 'SKY Prepago (VeTV)', 'Cable', 'MX'],
  [50, 'izzi', 'Cable', 'MX'],
  [51, 'Totalplay', 'Internet', 'MX'],
  [52, 'Megacable', 'Cable', 'MX'],
  [53, 'Dish México', 'Cable', 'MX'],
  [54, 'Axtel', 'Internet', 'MX'],
  [60, 'Naturgy México', 'Gas', 'MX'],
  [61, 'Gas Natural Fenosa', 'Gas', 'MX'],
  [62, 'Engie Gas Tampico', 'Gas', 'MX'],
  [70, 'SACMEX Agua CDMX', 'Water', 'MX'],
  [71, 'Agua y Drenaje de Monterrey', 'Water', 'MX'],
  [72, 'SIAPA Guadalajara', 'Water', 'MX'],
  [73, 'CESPT Tijuana', 'Water', 'MX'],
  [74, 'Aguakan Cancún', 'Water', 'MX'],
  [75, 'JMAS Ciudad Juárez', 'Water', 'MX'],
  [80, 'Infonavit', 'Loan', 'MX'],
  [81, 'Coppel', 'Credit Cards', 'MX'],
  [82, 'Liverpool', 'Credit Cards', 'MX'],
  [83, 'Elektra', 'Loan', 'MX'],
  [84, 'Afirme Tarjeta de Crédito', 'Credit Cards', 'MX'],
  [90, 'Predial Ciudad de México', 'Government', 'MX'],
  [91, 'Tesorería CDMX', 'Government', 'MX'],
  [92, 'Gobierno del Estado de Nuevo León', 'Government', 'MX'],
  [93, 'Peñoles Seguros', 'Insurance', 'MX'],
  [94, 'Universidad Autónoma de Nuevo León', 'Education', 'MX'],
  [95, 'TAG Pase Urbano', 'Toll', 'MX'],
  [1821, 'Movistar Pospago', 'Mobile', 'MX'],
  [1822, 'AT&T Pospago', 'Mobile', 'MX'],
  [1823, 'Telcel Pospago', 'Mobile', 'MX'],
  [13599, 'Telcel', 'Cell', 'MX'],
  [13600, 'Telcel Paquete Amigo Sin Límite', 'Cell', 'MX'],
  [13601, 'Movistar', 'Cell', 'MX'],
  [13602, 'Unefon', 'Cell', 'MX'],
  [13603, 'AT&T', 'Cell', 'MX'],
  [13604, 'Bait', 'Cell', 'MX'],
  [13605, 'Virgin Mobile', 'Cell', 'MX'],
  [14001, 'Netflix', 'GiftCard', 'MX'],
  [14002, 'Spotify Premium', 'GiftCard', 'MX'],
  [14003, 'Xbox', 'GiftCard', 'MX'],
  [14004, 'Google Play', 'GiftCard', 'MX'],
  [15001, 'Claro', 'Cell', 'GT'],
  [15002, 'Claro', 'Cell', 'DO'],
  [15003, 'Claro Hogar', 'Landline', 'CO'],
  [15004, 'Tigo', 'Cell', 'GT'],
  [15005, 'Tigo Star', 'Cable', 'HN'],
  [15006, 'Enel Codensa', 'Electricity', 'CO'],
  [15007, 'EPM Empresas Públicas de Medellín', 'Electricity', 'CO'],
  [15008, 'Acueducto de Bogotá', 'Water', 'CO'],
  [15009, 'Luz del Sur', 'Electricity', 'PE'],
  [15010, 'Sedapal', 'Water', 'PE'],
  [15011, 'Companhia de Água de São Paulo', 'Water', 'BR'],
  [15012, 'Edesur Dominicana', 'Electricity', 'DO'],
  [15013, 'Pacific Gas & Electric', 'Electricity', 'US'],
  [15014, "Macy's Credit Card", 'Credit Cards', 'US'],
  [15015, 'Telefónica Movistar Perú', 'Landline', 'PE'],
  [15016, 'Con Edison', 'Electricity', 'US'],
  [15017, 'Xfinity Comcast', 'Cable', 'US'],
];

const COUNTRIES = ['US', 'US', 'US', 'US', 'US', 'MX', 'CO', 'GT', 'HN', 'PE', 'DO', 'BR'] as const;
const TYPES = [
  'Utility',
  'Electricity',
  'Water',
  'Cable',
  'Internet',
  'Landline',
  'Gas',
  'Government',
  'Insurance',
  'Credit Cards',
  'Loan',
] as const;

const ENGLISH: Readonly<Record<string, readonly string[]>> = {
  Electricity: ['Electric Cooperative', 'Power & Light', 'Electric Company', 'Energy'],
  Water: ['Water Department', 'Municipal Water District', 'Water & Sewer', 'Utilities'],
  Cable: ['Cable TV', 'Cablevision', 'Communications'],
  Internet: ['Broadband', 'Fiber', 'Networks'],
  Landline: ['Telephone Company', 'Telecom'],
  Gas: ['Natural Gas', 'Propane', 'Gas & Oil'],
  Government: ['County Tax Collector', 'City Hall', 'Court Payments'],
  Insurance: ['Mutual Insurance', 'Life & Casualty'],
  'Credit Cards': ['Bank Credit Card', 'Credit Union Visa'],
  Loan: ['Mortgage Services', 'Auto Finance', 'Lending'],
  Utility: ['Public Utility', 'Services', 'Waste Management'],
};
const SPANISH: Readonly<Record<string, readonly string[]>> = {
  Electricity: ['Electrificadora de', 'Energía de', 'Compañía Eléctrica'],
  Water: ['Agua Potable de', 'Acueducto de', 'Junta de Aguas', 'Organismo Operador'],
  Cable: ['Cable Visión', 'Televisión por Cable de', 'Multicable'],
  Internet: ['Fibra Óptica', 'Red Inalámbrica de', 'Internet Rural'],
  Landline: ['Telefonía de', 'Teléfonos de'],
  Gas: ['Gas de', 'Gasera', 'Gas Natural de'],
  Government: ['Ayuntamiento de', 'Predial', 'Municipio de', 'Secretaría de Finanzas'],
  Insurance: ['Seguros', 'Aseguradora'],
  'Credit Cards': ['Tarjeta', 'Banco'],
  Loan: ['Caja Popular', 'Microcréditos', 'Financiera'],
  Utility: ['Servicios de', 'Vigilancia', 'Colegio'],
};
const FIRST = [
  'Spring',
  'Green',
  'Oak',
  'Cedar',
  'Maple',
  'River',
  'Clear',
  'Silver',
  'Stone',
  'West',
  'North',
  'Fair',
  'Glen',
  'Ash',
  'Brook',
  'Wood',
  'Lake',
  'High',
  'Red',
  'Black',
  'Win',
  'Mill',
  'Har',
  'Bell',
];
const LAST = [
  'field',
  'ville',
  'ton',
  'dale',
  'wood',
  'brook',
  'port',
  'haven',
  'ford',
  'mont',
  'view',
  'land',
  'burg',
  'crest',
  'ridge',
  'side',
];
const TOWNS = [
  'Aguascalientes',
  'Mérida',
  'Zapopan',
  'León',
  'Culiacán',
  'Hermosillo',
  'Xalapa',
  'Tuxtla',
  'Barranquilla',
  'Pereira',
  'Cúcuta',
  'Manizales',
  'Quetzaltenango',
  'Escuintla',
  'Comayagua',
  'Choloma',
  'Arequipa',
  'Trujillo',
  'Chiclayo',
  'Santiago',
  'Higüey',
  'Ribeirão',
  'São Bento',
  'Cuiabá',
  'Tepic',
  'Ibagué',
  'Zitácuaro',
  'Ñemby',
  'Cañete',
  'Peñalolén',
];
const SYLLABLES = [
  'ba',
  'che',
  'co',
  'da',
  'el',
  'fra',
  'gua',
  'hui',
  'ja',
  'ka',
  'lo',
  'ma',
  'ne',
  'or',
  'pa',
  'que',
  'ri',
  'sa',
  'te',
  'tla',
  'ul',
  've',
  'xo',
  'yu',
  'zi',
  'nor',
  'cal',
  'tec',
  'mar',
  'lan',
];

function createName(random: SeededRandom, country: string, type: string): string {
  if (country === 'US') {
    const trade = random.pick(ENGLISH[type] ?? ['Services']);
    const town = random.pick(FIRST) + random.pick(LAST);
    const shape = random.below(4);
    if (shape === 0) return `City of ${town} ${trade}`;
    if (shape === 1) return `${createWord(random)} ${trade}`;
    if (shape === 2) return `${town} ${createWord(random)} ${trade}`;
    return `${town} ${trade}`;
  }
  const trade = random.pick(SPANISH[type] ?? ['Servicios de']);
  const shape = random.below(3);
  if (shape === 0) return `${trade} ${random.pick(TOWNS)}`;
  if (shape === 1) return `${trade} ${createWord(random)}`;
  return `${trade} San ${createWord(random)} ${random.pick(TOWNS)}`;
}

function createWord(random: SeededRandom): string {
  let name = '';
  for (let remaining = 2 + random.below(3); remaining > 0; remaining -= 1)
    name += random.pick(SYLLABLES);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
