import type { Feed, FeedFile } from '../../electron/shell/electron/updates/feed.ts';

export const FEED_KEYS_FILE: string;
export class FeedError extends Error {}
export function listInstallers(folder: string): {
  readonly version: string;
  readonly names: readonly string[];
};
export function buildFileEntry(folder: string, name: string): Promise<FeedFile>;
export function verifyFeed(
  folder: string,
  options?: { readonly keys?: string; readonly now?: number },
): Promise<Feed>;
export function publishFeed(
  folder: string,
  options: {
    readonly percent: number;
    readonly days?: number;
    readonly key?: string;
    readonly keys?: string;
    readonly now?: number;
  },
): Promise<Feed>;
export function createKeyPair(file: string): string;
export function main(words: readonly string[]): Promise<number>;
