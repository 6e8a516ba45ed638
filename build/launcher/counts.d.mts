export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export const nothingCounted: Count;
export function countVitest(report: string, code: number, without?: readonly string[]): Count;
export function countPlaywright(report: string, code: number): Count;
export function failedOfVitest(
  report: string,
  root: string,
  without?: readonly string[],
): readonly string[];
export function failedOfPlaywright(report: string): readonly string[];
export function sum(counts: readonly Count[]): Count;
