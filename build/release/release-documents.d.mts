import type { System } from './sums.mjs';

export function writeReleaseDocuments(options: {
  readonly root: string;
  readonly node: string;
  readonly env: NodeJS.ProcessEnv;
  readonly dist: string;
  readonly folder: string;
  readonly output: string;
  readonly systems: readonly System[];
  readonly described: { readonly name: string; readonly version: string };
}): void;
