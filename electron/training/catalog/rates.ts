import { toIsoCurrency } from '../../../shared/money/index.ts';
import { getExchangeRateDayNumber } from '../days.ts';
import { hashText } from '../random-source.ts';

/** Mean units per USD of each currency, in ten-thousandths. */
const MEAN_RATES: Readonly<Record<string, number>> = {
  USD: 10_000,
  MXN: 182_500,
  COP: 40_250_000,
  RD: 608_000,
  GTQ: 76_900,
  HNL: 261_000,
  NIO: 367_500,
  CRC: 5_080_000,
  PEN: 36_400,
  BRL: 53_800,
  ARS: 13_900_000,
  CLP: 9_420_000,
  BOB: 69_100,
  PYG: 73_100_000,
  UYU: 398_000,
  JMD: 1_600_000,
  HTG: 1_310_000,
  PHP: 576_000,
  INR: 874_000,
  VND: 262_500_000,
  CAD: 13_900,
  EUR: 8_600,
  GBP: 7_500,
};

/**
 * Computes the exchange rates as units per USD with four decimals. They change daily at 05:00 EST
 * by up to 1.5 percent from the mean; the same day and seed give the same rates.
 */
export function computeExchangeRates(
  milliseconds: number,
  seed: number,
): Readonly<Record<string, string>> {
  const day = getExchangeRateDayNumber(milliseconds);
  const rates = Object.entries(MEAN_RATES).map(([currency, mean]): [string, string] => {
    const perTenThousand = (hashText(`rate|${seed}|${day}|${currency}`) % 301) - 150;
    const rate = currency === 'USD' ? mean : mean + Math.round((mean * perTenThousand) / 10_000);
    const text = rate.toString().padStart(5, '0');
    return [currency, `${text.slice(0, -4)}.${text.slice(-4)}`];
  });
  return Object.fromEntries(rates);
}

/** Approximate number of units per USD, independent of the day. */
export function getApproximateUnitsPerUsd(currency: string): number {
  return (MEAN_RATES[currency] ?? 10_000) / 10_000;
}

/** Finds the rate of a currency code as a client writes it: `DOP` finds `RD`. */
export function findExchangeRate(
  rates: Readonly<Record<string, string>>,
  currency: string,
): string | null {
  const matchingCode = Object.keys(rates).find(
    (code) => toIsoCurrency(code) === toIsoCurrency(currency),
  );
  return matchingCode === undefined ? null : (rates[matchingCode] ?? null);
}
