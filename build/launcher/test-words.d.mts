export const HELP: string;
export function inCheckout(root: string, word: string): string;
export function readWords(words: readonly string[]): {
  readonly parts: readonly string[];
  readonly filters: readonly string[];
  readonly isAll: boolean;
  readonly isQuick: boolean;
  readonly isHelp: boolean;
  readonly since: string | null;
};
