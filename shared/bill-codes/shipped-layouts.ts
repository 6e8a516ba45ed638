import {
  type AccountPlace,
  type CollectorLayout,
  type KnownLengths,
  type LayoutCertainty,
  type PatternLayout,
  WHOLE_REFERENCE,
} from './bill-layout.ts';

const PAPER_BILLS = 'paper bills';
const INTEGRATORS = 'code of integrators';
const BUREAU_LIST = 'published list of GLNs';

function createCollector(
  id: string,
  collector: string,
  glns: readonly string[],
  certainty: LayoutCertainty,
  source: string,
  details: Partial<KnownLengths> & { readonly account?: AccountPlace } = {},
): CollectorLayout {
  const { account = WHOLE_REFERENCE, referenceLengths = [], amountLengths = [] } = details;
  return { id, collector, glns, certainty, source, account, referenceLengths, amountLengths };
}

const createPlace = (from: number, to: number): AccountPlace => ({ reference: 1, from, to });

/** The collectors whose GLN is known. Nothing here knows the ids of a service's billers. */
export const SHIPPED_COLLECTORS: readonly CollectorLayout[] = [
  createCollector('co-etb', 'ETB', ['7707181500017'], 'certain', PAPER_BILLS, {
    referenceLengths: [14],
    amountLengths: [10],
  }),
  createCollector('co-enel', 'Enel (Codensa)', ['7707209914253'], 'certain', PAPER_BILLS, {
    account: createPlace(3, 10),
    referenceLengths: [20],
    amountLengths: [14],
  }),
  createCollector(
    'co-acueducto-bogota',
    'Acueducto de Bogotá',
    ['7707200485271'],
    'certain',
    PAPER_BILLS,
    { account: createPlace(1, 8), referenceLengths: [11] },
  ),
  // A new coupon number on each bill: the whole of it is paid.
  createCollector(
    'co-gases-caribe',
    'Gases del Caribe',
    ['7707232377896'],
    'certain',
    PAPER_BILLS,
    {
      referenceLengths: [10],
      amountLengths: [10],
    },
  ),
  createCollector(
    'co-vanti-cundiboyacense',
    'Gas Natural Cundiboyacense',
    ['7707208424432'],
    'probable',
    INTEGRATORS,
    { account: createPlace(2, 8) },
  ),
  createCollector(
    'co-vanti-bogota',
    'Vanti Gas Natural',
    ['7707208029194'],
    'probable',
    INTEGRATORS,
    {
      account: createPlace(2, 8),
    },
  ),
  createCollector('co-emaaf-funza', 'EMAAF Funza', ['7709998005006'], 'probable', INTEGRATORS, {
    account: createPlace(2, 8),
  }),
  createCollector('co-tigo', 'Tigo', ['7702138000015'], 'probable', INTEGRATORS, {
    referenceLengths: [10],
    amountLengths: [14],
  }),
  createCollector('co-emsa', 'EMSA Meta', ['7709998002449'], 'probable', INTEGRATORS, {
    referenceLengths: [10],
    amountLengths: [10],
  }),
  createCollector('co-cedenar', 'CEDENAR', ['7707246320024'], 'probable', BUREAU_LIST),
  createCollector('co-dian', 'DIAN', ['7707212489984', '7707212489953'], 'probable', INTEGRATORS, {
    referenceLengths: [16],
  }),
  createCollector(
    'co-universidad-distrital',
    'Universidad Distrital',
    ['7709998000421'],
    'probable',
    INTEGRATORS,
  ),
  createCollector(
    'co-universidad-bosque',
    'Universidad El Bosque',
    ['7709998001701'],
    'probable',
    INTEGRATORS,
  ),
  createCollector('co-epa-cartagena', 'EPA Cartagena', ['7709998461239'], 'probable', INTEGRATORS),
  createCollector('co-epayco', 'ePayco', ['7709998239067'], 'probable', INTEGRATORS),
];

/** Bills without a collector's number, in Mexico. */
export const SHIPPED_PATTERNS: readonly PatternLayout[] = [
  {
    id: 'mx-cfe',
    length: 30,
    beginning: '01',
    collector: 'CFE',
    account: { from: 3, to: 14 },
    dueDate: { from: 15, to: 20 },
    amount: { from: 21, to: 29, decimals: 0 },
    certainty: 'probable',
    source: PAPER_BILLS,
  },
  {
    id: 'mx-jmas-juarez',
    length: 27,
    beginning: '001',
    collector: 'JMAS Juárez',
    account: { from: 4, to: 14 },
    dueDate: null,
    amount: { from: 15, to: 26, decimals: 2 },
    certainty: 'probable',
    source: PAPER_BILLS,
  },
  {
    id: 'mx-telmex',
    length: 20,
    beginning: '',
    collector: 'Telmex',
    account: { from: 1, to: 10 },
    dueDate: null,
    amount: { from: 11, to: 17, decimals: 0 },
    certainty: 'probable',
    source: PAPER_BILLS,
  },
  {
    id: 'mx-televia',
    length: 12,
    beginning: '',
    collector: 'TeleVia',
    account: { from: 1, to: 11 },
    dueDate: null,
    amount: null,
    certainty: 'probable',
    source: PAPER_BILLS,
  },
];

/** Returns the shipped layout of a collector's number; null for an unknown one. */
export function findShippedCollector(gln: string): CollectorLayout | null {
  return SHIPPED_COLLECTORS.find(({ glns }) => glns.includes(gln)) ?? null;
}
