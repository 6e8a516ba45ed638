export const WINDOWS_TOOLS: readonly string[];
export function whyNoWindows(): string | null;
export function fetchWindowsNode(asked: {
  root: string;
  folder: string;
  env: NodeJS.ProcessEnv;
}): string;

export class NotToBeHad extends Error {}
