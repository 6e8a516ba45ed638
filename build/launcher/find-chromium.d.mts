export function findChromium(where: {
  readonly node: string;
  readonly root: string;
}): string | null;
