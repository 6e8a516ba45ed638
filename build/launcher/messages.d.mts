export class LauncherError extends Error {}
export function writeMessage(text: string): void;
