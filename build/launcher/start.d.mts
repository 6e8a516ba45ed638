export function addDefaultArguments(args: readonly string[], root: string): readonly string[];
export function runAgainOnRelaunch(runTill: () => Promise<number>): Promise<number>;
