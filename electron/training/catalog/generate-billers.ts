import { createRandomSource, type RandomSource } from '../random-source.ts';
import { createBiller, PHONE_MASK, type TrainingBiller } from './biller.ts';
import { FIXED_BILLERS } from './fixed-billers.ts';
import {
  GIFT_CARDS,
  KNOWN_UTILITIES,
  type NamedType,
  PARTNERS,
  TOP_UP_OPERATORS,
  TOP_UP_PRODUCTS,
  UTILITY_TEMPLATES,
} from './names.ts';
import { COUNTRIES, US_PLACES, US_STATES } from './places.ts';
import { getMagnitude } from './rates.ts';

/** The lengths of the lists, including the fixed billers. */
const CATALOG_SIZES = { utility: 5973, 'top-up': 150, 'gift-card': 30, partner: 10 } as const;
const FIRST_IDS = { utility: 101, 'top-up': 13_001, 'gift-card': 15_001, partner: 20_101 } as const;

interface NamedBiller extends NamedType {
  readonly country: string;
  readonly currency: string;
}

/** Everything apart from the fixed billers. The same seed gives the same catalogue. */
export function generateBillers(seed: number): readonly TrainingBiller[] {
  return [
    ...generateUtilities(seed),
    ...generateTopUps(seed),
    ...generateGiftCards(seed),
    ...generatePartners(seed),
  ];
}

function countMissing(kind: keyof typeof CATALOG_SIZES): number {
  return CATALOG_SIZES[kind] - FIXED_BILLERS.filter((one) => one.kind === kind).length;
}

/** Rising ids with gaps between them, skipping those that are taken. */
function createIdSequence(kind: keyof typeof FIRST_IDS, draw: RandomSource): () => number {
  const taken = new Set(FIXED_BILLERS.map((one) => one.id));
  let next: number = FIRST_IDS[kind];
  return () => {
    while (taken.has(next)) next += 1;
    const id = next;
    next += draw.between(1, 3);
    return id;
  };
}

function shuffle<Item>(items: readonly Item[], draw: RandomSource): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = draw.below(last + 1);
    const [a, b] = [mixed[last], mixed[other]];
    if (a === undefined || b === undefined) continue;
    mixed[last] = b;
    mixed[other] = a;
  }
  return mixed;
}

function generateUtilities(seed: number): TrainingBiller[] {
  const draw = createRandomSource(`utilities|${seed}`);
  const nextId = createIdSequence('utility', draw);
  const taken = new Set(FIXED_BILLERS.map((one) => one.name));
  const abroad = COUNTRIES.flatMap(({ code, currency, language, utilities: size, places }) => {
    const known = KNOWN_UTILITIES[code] ?? [];
    const local = places.flatMap((place) => toNamedTypes(UTILITY_TEMPLATES[language], place));
    return [...known, ...shuffle(local, draw)]
      .filter(({ name }) => !taken.has(name) && taken.add(name))
      .slice(0, size)
      .map((one): NamedBiller => ({ ...one, country: code, currency }));
  });
  const atHome = US_STATES.flatMap((state) =>
    US_PLACES.flatMap((place) => toNamedTypes(UTILITY_TEMPLATES.en, `${place}, ${state}`)),
  ).map((one): NamedBiller => ({ ...one, country: 'US', currency: 'USD' }));
  const size = countMissing('utility');
  const all = [...abroad, ...shuffle(atHome, draw).slice(0, size - abroad.length)];
  return shuffle(all, draw).map((one) => createUtility(nextId(), one, draw));
}

function toNamedTypes(templates: readonly NamedType[], place: string): NamedType[] {
  return templates.map(({ name, type }) => ({ name: name.replace('#', place), type }));
}

/** Types of payment: look-up and full balance, look-up and any amount, any amount, cover it all. */
const PAYMENT_TYPES = [
  { canCheckBalance: true, supportsPartialPayments: false },
  { canCheckBalance: true, supportsPartialPayments: true },
  { canCheckBalance: false, supportsPartialPayments: true },
  { canCheckBalance: false, supportsPartialPayments: false },
] as const;

type AccountForm = Pick<TrainingBiller, 'mask' | 'accountNumberDigits'>;

/** The format of account numbers: digits and mask always allow the same ones. */
function pickAccountForm(draw: RandomSource): AccountForm {
  const length = draw.between(6, 14);
  const forms: readonly AccountForm[] = [
    { accountNumberDigits: `${length}`, mask: null },
    { accountNumberDigits: `${length}`, mask: '' },
    { accountNumberDigits: `${length}`, mask: '9'.repeat(length) },
    { accountNumberDigits: `${length}..${length + draw.between(1, 6)}`, mask: null },
    { accountNumberDigits: '7..15', mask: null },
    { accountNumberDigits: '10', mask: '999-999-9999' },
    { accountNumberDigits: '8..10', mask: '99999999?99' },
    { accountNumberDigits: '', mask: 'XX999999' },
    { accountNumberDigits: '', mask: null },
    { accountNumberDigits: null, mask: null },
  ];
  return draw.pick(forms);
}

function toPhoneForm(digits: string): AccountForm {
  return { accountNumberDigits: digits, mask: digits === '10' ? PHONE_MASK : null };
}

/** Phones of Mexico and of Colombia have ten digits; elsewhere they vary. */
function getPhoneForm(country: string, elsewhere: string): AccountForm {
  return toPhoneForm(country === 'MX' || country === 'CO' ? '10' : elsewhere);
}

function createUtility(id: number, one: NamedBiller, draw: RandomSource): TrainingBiller {
  const isPhone = one.type === 'Cell';
  const isUnsettled = draw.below(400) === 0;
  return createBiller({
    id,
    kind: 'utility',
    name: one.name,
    billerType: one.type,
    country: isUnsettled ? '' : one.country,
    currency: isUnsettled ? '' : one.currency,
    billType: isPhone ? 'phone_number' : draw.chance(8) ? 'bar_code' : 'account_number',
    ...draw.pick(PAYMENT_TYPES),
    ...(isPhone ? toPhoneForm('10') : pickAccountForm(draw)),
    requiresNameOnAccount: draw.chance(4),
    hasXdata: draw.chance(3),
    hoursToFulfill: draw.pick([0, 0, 24, 24, 48, 72, null]),
    fee: draw.pick(['0.00', '3.00', '5.00', '8.00', '10.00', '12.00']),
    isReversible: draw.chance(80),
  });
}

/** The smallest amount that is sold in a currency; all others are multiples of it. */
const MIN_SALE_AMOUNT: Readonly<Record<string, number>> = {
  MXN: 10,
  COP: 2_000,
  GTQ: 5,
  PEN: 3,
  CRC: 500,
};

function listMultiples(currency: string, times: readonly number[]): string[] {
  const unit = MIN_SALE_AMOUNT[currency] ?? 1;
  return times.map((one) => `${one * unit}.00`);
}

function generateAmounts(currency: string, draw: RandomSource): TrainingBiller['amounts'] {
  const form = draw.below(10);
  if (form === 0) return null;
  const unit = MIN_SALE_AMOUNT[currency] ?? 1;
  if (form <= 2) return `${unit}..${75 * unit}`;
  return listMultiples(currency, [1, 2, 3, 5, 10, 15, 20].slice(0, draw.between(4, 7)));
}

function generateTopUps(seed: number): TrainingBiller[] {
  const draw = createRandomSource(`top-ups|${seed}`);
  const nextId = createIdSequence('top-up', draw);
  const all = TOP_UP_PRODUCTS.flatMap((product) =>
    TOP_UP_OPERATORS.flatMap(({ country, currency, iso, operators }) =>
      operators.split(' · ').map((operator) => ({
        name: product === TOP_UP_PRODUCTS[0] ? operator : `${operator} ${product}`,
        country,
        currency,
        iso,
      })),
    ),
  ).slice(0, countMissing('top-up'));
  return all.map(({ name, country, currency, iso }) =>
    createBiller({
      id: nextId(),
      kind: 'top-up',
      name,
      country,
      currency,
      billerType: 'Cell',
      billType: 'phone_number',
      canCheckBalance: false,
      ...getPhoneForm(country, draw.pick(['10', '10', '8', '8..11'])),
      hoursToFulfill: 0,
      amounts: generateAmounts(currency, draw),
      topUpRate: currency === 'USD' && iso !== 'USD' ? getTopUpRate(iso) : '1.0',
      topUpCurrency: iso,
      bonusPercent: draw.pick([0, 0, 0, 10, 50]),
      bonusFrom: listMultiples(currency, [5])[0] ?? '0.00',
      commission: draw.pick(['5.0', '6.5', '7.5', '8.0']),
      isReversible: false,
    }),
  );
}

function getTopUpRate(iso: string): string {
  return `${Math.floor(getMagnitude(iso === 'DOP' ? 'RD' : iso))}.0`;
}

function generateGiftCards(seed: number): TrainingBiller[] {
  const draw = createRandomSource(`gift-cards|${seed}`);
  const nextId = createIdSequence('gift-card', draw);
  const markets = [
    { country: 'MX', currency: 'MXN', place: 'México' },
    { country: 'CO', currency: 'COP', place: 'Colombia' },
  ];
  const all = markets.flatMap((market) => GIFT_CARDS.map((card) => ({ ...market, card })));
  return all.slice(0, countMissing('gift-card')).map(({ card, country, currency, place }) =>
    createBiller({
      id: nextId(),
      kind: 'gift-card',
      name: `${card} ${place}`,
      country,
      currency,
      billerType: 'GiftCard',
      billType: 'phone_number',
      canCheckBalance: false,
      ...toPhoneForm('10'),
      hoursToFulfill: 0,
      amounts: listMultiples(currency, [10, 20, 30, 50, 100]),
      commission: draw.pick(['3.75', '4.0', '5.0']),
      isReversible: false,
    }),
  );
}

function generatePartners(seed: number): TrainingBiller[] {
  const draw = createRandomSource(`partners|${seed}`);
  const nextId = createIdSequence('partner', draw);
  return PARTNERS.slice(0, countMissing('partner')).map((name) =>
    createBiller({
      id: nextId(),
      kind: 'partner',
      name,
      billerType: 'Bank',
      canCheckBalance: false,
      supportsPartialPayments: true,
      accountNumberDigits: draw.pick(['16', '10', '8..18']),
      hoursToFulfill: 0,
      fee: '10.00',
    }),
  );
}
