export function withDefaults(args: readonly string[], root: string): readonly string[];
