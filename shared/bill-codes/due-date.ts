/** Bills are not older, and a biller that adds years to the date adds ten. */
const MIN_YEAR = 2000;
const MAX_YEAR = 2079;

/** The field says that there is no due date. */
const NO_DATE_PATTERN = /^00000001$/;

/** A calendar date as `YYYY-MM-DD`, `none` if the digits say that there is none; null if invalid. */
export type DueDate = string | 'none';

/** Parses the eight digits of field 96: YYYYMMDD, or DDMMYYYY as one generator writes it. */
export function parseLongDate(digits: string): DueDate | null {
  if (NO_DATE_PATTERN.test(digits)) return 'none';
  return (
    toDate(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)) ??
    toDate(digits.slice(4), digits.slice(2, 4), digits.slice(0, 2))
  );
}

/** Parses the six digits of field 12 and of Mexican bills, YYMMDD; day 00 is the month's last day. */
export function parseShortDate(digits: string): DueDate | null {
  const year = `20${digits.slice(0, 2)}`;
  const month = digits.slice(2, 4);
  if (digits.slice(4) !== '00') return toDate(year, month, digits.slice(4));
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return toDate(year, month, String(lastDay));
}

function toDate(year: string, month: string, day: string): string | null {
  const isoDate = `${year}-${month}-${day}`;
  if (!/^\d{4}-\d\d-\d\d$/.test(isoDate)) return null;
  if (Number(year) < MIN_YEAR || Number(year) > MAX_YEAR) return null;
  const time = Date.parse(`${isoDate}T00:00:00Z`);
  // A month has no day 31 that Date would move to the next one.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(isoDate) ? isoDate : null;
}
