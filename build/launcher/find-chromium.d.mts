export function findChromium(options: {
  readonly node: string;
  readonly root: string;
}): string | null;
