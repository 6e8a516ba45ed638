export class LauncherError extends Error {}
export function say(text: string): void;
