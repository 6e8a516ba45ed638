export function isBuildCurrent(root: string): boolean;
export function run(options: {
  node: string;
  root: string;
  env?: Readonly<Record<string, string | undefined>>;
}): Promise<number>;
