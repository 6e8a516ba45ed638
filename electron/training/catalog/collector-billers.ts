import { createTrainingBiller, type TrainingBiller } from './biller.ts';

/**
 * Billers whose bills carry a bar code that the till knows, to practise with: by the id of the
 * shipped layout in `shared/bill-codes`. Their ids are above those of the generated billers.
 */
const COLLECTORS: readonly {
  readonly layoutId: string;
  readonly name: string;
  readonly billerType: string;
  readonly digits: string;
  /** Whether the biller reports the balance; otherwise any amount is accepted. */
  readonly canCheckBalance?: true;
}[] = [
  {
    layoutId: 'co-etb',
    name: 'ETB Telecomunicaciones de Bogotá',
    billerType: 'Landline',
    digits: '6..25',
    canCheckBalance: true,
  },
  {
    layoutId: 'co-acueducto-bogota',
    name: 'Acueducto de Bogotá (código de barras)',
    billerType: 'Water',
    digits: '8',
    canCheckBalance: true,
  },
  {
    layoutId: 'co-gases-caribe',
    name: 'Gases del Caribe (código de barras)',
    billerType: 'Gas',
    digits: '6..25',
  },
  {
    layoutId: 'co-vanti-cundiboyacense',
    name: 'Gas Natural Cundiboyacense',
    billerType: 'Gas',
    digits: '7',
    canCheckBalance: true,
  },
  {
    layoutId: 'co-vanti-bogota',
    name: 'Vanti Gas Natural Bogotá',
    billerType: 'Gas',
    digits: '7',
    canCheckBalance: true,
  },
  { layoutId: 'co-emaaf-funza', name: 'EMAAF Funza', billerType: 'Water', digits: '7' },
  { layoutId: 'co-tigo', name: 'Tigo Factura Móvil', billerType: 'Cell', digits: '6..25' },
  { layoutId: 'co-emsa', name: 'EMSA Meta', billerType: 'Electricity', digits: '6..25' },
  { layoutId: 'co-cedenar', name: 'CEDENAR Nariño', billerType: 'Electricity', digits: '6..25' },
  { layoutId: 'co-dian', name: 'DIAN Impuestos', billerType: 'Government', digits: '6..25' },
  {
    layoutId: 'co-universidad-distrital',
    name: 'Universidad Distrital',
    billerType: 'Education',
    digits: '4..25',
  },
  {
    layoutId: 'co-universidad-bosque',
    name: 'Universidad El Bosque',
    billerType: 'Education',
    digits: '4..25',
  },
  {
    layoutId: 'co-epa-cartagena',
    name: 'EPA Cartagena',
    billerType: 'Government',
    digits: '4..25',
  },
  { layoutId: 'co-epayco', name: 'ePayco Recaudos', billerType: 'Other', digits: '4..25' },
];

const FIRST_ID = 30_001;

export const COLLECTOR_BILLERS: readonly TrainingBiller[] = [
  ...COLLECTORS.map(({ name, billerType, digits, canCheckBalance = false }, index) =>
    createTrainingBiller({
      id: FIRST_ID + index,
      kind: 'utility',
      name,
      country: 'CO',
      currency: 'COP',
      billerType,
      accountNumberDigits: digits,
      canCheckBalance,
      supportsPartialPayments: true,
      fee: '10.00',
    }),
  ),
  createTrainingBiller({
    id: FIRST_ID + COLLECTORS.length,
    kind: 'utility',
    name: 'JMAS Juárez',
    billerType: 'Water',
    billType: 'bar_code',
    accountNumberDigits: '11',
    canCheckBalance: false,
    supportsPartialPayments: true,
    fee: '8.00',
  }),
];

/** The ids of the billers by the id of their shipped layout. `enelId`: a biller of its own. */
export function createBillersByLayout(enelId: number): ReadonlyMap<string, number> {
  return new Map([
    ['co-enel', enelId],
    ...COLLECTORS.map(({ layoutId }, index): [string, number] => [layoutId, FIRST_ID + index]),
  ]);
}
