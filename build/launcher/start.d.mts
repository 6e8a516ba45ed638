export function checkOptions(args: readonly string[]): void;
export function withDefaults(args: readonly string[], root: string): readonly string[];
