/** The length of a slot in minutes: the ledger's times are cut to it without arithmetic. */
export const SLOT_MINUTES = 10;
export const SLOTS_PER_DAY = (24 * 60) / SLOT_MINUTES;

/**
 * What a day's sales took from the account, by slots of the shop's wall clock. Cash-outs and what was
 * taken back are negative. The sums are statistics in units of the account's currency, not amounts that
 * anybody pays, and so numbers.
 */
export interface DayUsage {
  readonly day: string;
  readonly usedBySlot: readonly number[];
  readonly saleCount: number;
}

export function sumNumbers(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** 0 for Sunday. */
export function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

export function isWeekend(day: string): boolean {
  return [0, 6].includes(getWeekday(day));
}
