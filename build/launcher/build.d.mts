export function isFresh(root: string): boolean;
