export function addDefaultArguments(args: readonly string[], root: string): readonly string[];
