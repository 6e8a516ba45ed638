export function selectQuickTests(options: {
  readonly root: string;
  readonly changed: readonly string[] | null;
  readonly seed: string;
  readonly maxFiles?: number;
}): { readonly files: readonly string[]; readonly total: number };
