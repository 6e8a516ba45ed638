export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export const NO_REPORT: Count;
export function countVitest(report: string, code: number, without?: readonly string[]): Count;
export function countPlaywright(report: string, code: number): Count;
export function listFailedVitestTests(
  report: string,
  root: string,
  without?: readonly string[],
): readonly string[];
export function listFailedPlaywrightTests(report: string): readonly string[];
export function sumCounts(counts: readonly Count[]): Count;
