interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly execPath: string;
  readonly versions: { readonly node: string };
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function findNode24(root: string, machine?: Machine): string;
