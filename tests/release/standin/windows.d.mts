export const WINDOWS_TOOLS: readonly string[];
export function windowsToolsUnavailableReason(): string | null;
export function fetchWindowsNode(options: {
  root: string;
  folder: string;
  env: NodeJS.ProcessEnv;
}): string;

export class DownloadError extends Error {}
