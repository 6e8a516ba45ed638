export function parsePlainArguments(name: string, words: readonly string[]): string | null;
