export function readPlainWords(name: string, words: readonly string[]): string | null;
