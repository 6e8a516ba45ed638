export const HELP: string;
export function toPathPattern(root: string, word: string): string;
export function parseTestArguments(words: readonly string[]): {
  readonly parts: readonly string[];
  readonly filters: readonly string[];
  readonly isAll: boolean;
  readonly isQuick: boolean;
  readonly isHelp: boolean;
  readonly since: string | null;
};
