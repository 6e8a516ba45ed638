import { createRandomSource, type RandomSource } from '../random-source.ts';
import {
  createTrainingBiller,
  PHONE_MASK,
  type TrainingBiller,
  type TrainingBillerKind,
} from './biller.ts';
import {
  type BillerNameAndType,
  GIFT_CARD_NAMES,
  PARTNER_NAMES,
  TOP_UP_OPERATORS,
  TOP_UP_PRODUCT_NAMES,
  UTILITIES_BY_COUNTRY,
  UTILITY_NAME_TEMPLATES,
} from './biller-names.ts';
import { FIXED_BILLERS } from './fixed-billers.ts';
import { TRAINING_COUNTRIES, US_PLACES, US_STATES } from './places.ts';
import { getApproximateUnitsPerUsd } from './rates.ts';

/** The lengths of the lists, including the fixed billers, without that of the utilities. */
const LIST_SIZES = { 'top-up': 150, 'gift-card': 30, partner: 10 } as const;
const FIRST_IDS = { utility: 101, 'top-up': 13_001, 'gift-card': 15_001, partner: 20_101 } as const;

interface NamedBiller extends BillerNameAndType {
  readonly country: string;
  readonly currency: string;
}

/** Generates all billers except the fixed ones. The same seed gives the same catalogue. */
export function generateBillers(seed: number, utilityCount: number): readonly TrainingBiller[] {
  return [
    ...generateUtilities(seed, utilityCount),
    ...generateTopUps(seed),
    ...generateGiftCards(seed),
    ...generatePartners(seed),
  ];
}

function countMissing(kind: TrainingBillerKind, size: number): number {
  return size - FIXED_BILLERS.filter((biller) => biller.kind === kind).length;
}

/** Ascending ids with gaps between them, skipping ids in use. */
function createIdSequence(kind: keyof typeof FIRST_IDS, random: RandomSource): () => number {
  const usedIds = new Set(FIXED_BILLERS.map((biller) => biller.id));
  let next: number = FIRST_IDS[kind];
  return () => {
    while (usedIds.has(next)) next += 1;
    const id = next;
    next += random.nextIntegerBetween(1, 3);
    return id;
  };
}

function shuffle<Item>(items: readonly Item[], random: RandomSource): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const randomIndex = random.nextIntegerBelow(last + 1);
    const [a, b] = [shuffled[last], shuffled[randomIndex]];
    if (a === undefined || b === undefined) continue;
    shuffled[last] = b;
    shuffled[randomIndex] = a;
  }
  return shuffled;
}

function generateUtilities(seed: number, utilityCount: number): TrainingBiller[] {
  const random = createRandomSource(`utilities|${seed}`);
  const nextId = createIdSequence('utility', random);
  const usedNames = new Set(FIXED_BILLERS.map((biller) => biller.name));
  const otherUtilities = TRAINING_COUNTRIES.flatMap(
    ({ code, currency, language, utilityCount: size, placeNames: places }) => {
      const knownUtilities = UTILITIES_BY_COUNTRY[code] ?? [];
      const localUtilities = places.flatMap((place) =>
        toNamedTypes(UTILITY_NAME_TEMPLATES[language], place),
      );
      return [...knownUtilities, ...shuffle(localUtilities, random)]
        .filter(({ name }) => !usedNames.has(name) && usedNames.add(name))
        .slice(0, size)
        .map((named): NamedBiller => ({ ...named, country: code, currency }));
    },
  );
  const size = countMissing('utility', utilityCount);
  const usCount = Math.max(0, size - otherUtilities.length);
  const all = [...otherUtilities, ...(usCount === 0 ? [] : generateUsUtilities(usCount, random))];
  return shuffle(all, random)
    .slice(0, size)
    .map((named) => createUtility(nextId(), named, random));
}

function generateUsUtilities(count: number, random: RandomSource): readonly NamedBiller[] {
  const utilities = US_STATES.flatMap((state) =>
    US_PLACES.flatMap((place) => toNamedTypes(UTILITY_NAME_TEMPLATES.en, `${place}, ${state}`)),
  );
  return shuffle(utilities, random)
    .slice(0, count)
    .map((named) => ({ ...named, country: 'US', currency: 'USD' }));
}

function toNamedTypes(templates: readonly BillerNameAndType[], place: string): BillerNameAndType[] {
  return templates.map(({ name, type }) => ({ name: name.replace('#', place), type }));
}

/**
 * Payment types: check balance and pay in full, check balance and pay any amount, pay any amount,
 * or pay in full without a balance.
 */
const PAYMENT_TYPES = [
  { canCheckBalance: true, supportsPartialPayments: false },
  { canCheckBalance: true, supportsPartialPayments: true },
  { canCheckBalance: false, supportsPartialPayments: true },
  { canCheckBalance: false, supportsPartialPayments: false },
] as const;

type AccountFormat = Pick<TrainingBiller, 'mask' | 'accountNumberDigits'>;

/** Picks a format of account numbers whose digits and mask agree. */
function pickAccountFormat(random: RandomSource): AccountFormat {
  const length = random.nextIntegerBetween(6, 14);
  const formats: readonly AccountFormat[] = [
    { accountNumberDigits: `${length}`, mask: null },
    { accountNumberDigits: `${length}`, mask: '' },
    { accountNumberDigits: `${length}`, mask: '9'.repeat(length) },
    { accountNumberDigits: `${length}..${length + random.nextIntegerBetween(1, 6)}`, mask: null },
    { accountNumberDigits: '7..15', mask: null },
    { accountNumberDigits: '10', mask: '999-999-9999' },
    { accountNumberDigits: '8..10', mask: '99999999?99' },
    { accountNumberDigits: '', mask: 'XX999999' },
    { accountNumberDigits: '', mask: null },
    { accountNumberDigits: null, mask: null },
  ];
  return random.pickItem(formats);
}

function toPhoneFormat(digits: string): AccountFormat {
  return { accountNumberDigits: digits, mask: digits === '10' ? PHONE_MASK : null };
}

/** Phone numbers of Mexico and Colombia have ten digits; elsewhere the length varies. */
function getPhoneFormat(country: string, defaultDigits: string): AccountFormat {
  return toPhoneFormat(country === 'MX' || country === 'CO' ? '10' : defaultDigits);
}

function createUtility(id: number, named: NamedBiller, random: RandomSource): TrainingBiller {
  const isPhone = named.type === 'Cell';
  const hasNoCountry = random.nextIntegerBelow(400) === 0;
  return createTrainingBiller({
    id,
    kind: 'utility',
    name: named.name,
    billerType: named.type,
    country: hasNoCountry ? '' : named.country,
    currency: hasNoCountry ? '' : named.currency,
    billType: isPhone ? 'phone_number' : random.isWithinPercent(8) ? 'bar_code' : 'account_number',
    ...random.pickItem(PAYMENT_TYPES),
    ...(isPhone ? toPhoneFormat('10') : pickAccountFormat(random)),
    requiresNameOnAccount: random.isWithinPercent(4),
    hasXdata: random.isWithinPercent(3),
    hoursToFulfill: random.pickItem([0, 0, 24, 24, 48, 72, null]),
    fee: random.pickItem(['0.00', '3.00', '5.00', '8.00', '10.00', '12.00']),
    isReversible: random.isWithinPercent(80),
  });
}

/** The smallest amount for sale in a currency; all other amounts are multiples of it. */
const MIN_SALE_AMOUNT: Readonly<Record<string, number>> = {
  MXN: 10,
  COP: 2_000,
  GTQ: 5,
  PEN: 3,
  CRC: 500,
};

function listMultiples(currency: string, factors: readonly number[]): string[] {
  const unit = MIN_SALE_AMOUNT[currency] ?? 1;
  return factors.map((factor) => `${factor * unit}.00`);
}

function generateAmounts(currency: string, random: RandomSource): TrainingBiller['amounts'] {
  const variant = random.nextIntegerBelow(10);
  if (variant === 0) return null;
  const unit = MIN_SALE_AMOUNT[currency] ?? 1;
  if (variant <= 2) return `${unit}..${75 * unit}`;
  return listMultiples(
    currency,
    [1, 2, 3, 5, 10, 15, 20].slice(0, random.nextIntegerBetween(4, 7)),
  );
}

function generateTopUps(seed: number): TrainingBiller[] {
  const random = createRandomSource(`top-ups|${seed}`);
  const nextId = createIdSequence('top-up', random);
  const all = TOP_UP_PRODUCT_NAMES.flatMap((product) =>
    TOP_UP_OPERATORS.flatMap(({ country, currency, iso, operators }) =>
      operators.split(' · ').map((operator) => ({
        name: product === TOP_UP_PRODUCT_NAMES[0] ? operator : `${operator} ${product}`,
        country,
        currency,
        iso,
      })),
    ),
  ).slice(0, countMissing('top-up', LIST_SIZES['top-up']));
  return all.map(({ name, country, currency, iso }) =>
    createTrainingBiller({
      id: nextId(),
      kind: 'top-up',
      name,
      country,
      currency,
      billerType: 'Cell',
      billType: 'phone_number',
      canCheckBalance: false,
      ...getPhoneFormat(country, random.pickItem(['10', '10', '8', '8..11'])),
      hoursToFulfill: 0,
      amounts: generateAmounts(currency, random),
      topUpRate: currency === 'USD' && iso !== 'USD' ? getTopUpRate(iso) : '1.0',
      topUpCurrency: iso,
      bonusPercent: random.pickItem([0, 0, 0, 10, 50]),
      bonusFrom: listMultiples(currency, [5])[0] ?? '0.00',
      commission: random.pickItem(['5.0', '6.5', '7.5', '8.0']),
      isReversible: false,
    }),
  );
}

function getTopUpRate(iso: string): string {
  return `${Math.floor(getApproximateUnitsPerUsd(iso === 'DOP' ? 'RD' : iso))}.0`;
}

function generateGiftCards(seed: number): TrainingBiller[] {
  const random = createRandomSource(`gift-cards|${seed}`);
  const nextId = createIdSequence('gift-card', random);
  const markets = [
    { country: 'MX', currency: 'MXN', place: 'México' },
    { country: 'CO', currency: 'COP', place: 'Colombia' },
  ];
  const all = markets.flatMap((market) => GIFT_CARD_NAMES.map((card) => ({ ...market, card })));
  return all
    .slice(0, countMissing('gift-card', LIST_SIZES['gift-card']))
    .map(({ card, country, currency, place }) =>
      createTrainingBiller({
        id: nextId(),
        kind: 'gift-card',
        name: `${card} ${place}`,
        country,
        currency,
        billerType: 'GiftCard',
        billType: 'phone_number',
        canCheckBalance: false,
        ...toPhoneFormat('10'),
        hoursToFulfill: 0,
        amounts: listMultiples(currency, [10, 20, 30, 50, 100]),
        commission: random.pickItem(['3.75', '4.0', '5.0']),
        isReversible: false,
      }),
    );
}

function generatePartners(seed: number): TrainingBiller[] {
  const random = createRandomSource(`partners|${seed}`);
  const nextId = createIdSequence('partner', random);
  return PARTNER_NAMES.slice(0, countMissing('partner', LIST_SIZES.partner)).map((name) =>
    createTrainingBiller({
      id: nextId(),
      kind: 'partner',
      name,
      billerType: 'Bank',
      canCheckBalance: false,
      supportsPartialPayments: true,
      accountNumberDigits: random.pickItem(['16', '10', '8..18']),
      hoursToFulfill: 0,
      fee: '10.00',
    }),
  );
}
