export function selectQuickTests(asked: {
  readonly root: string;
  readonly changed: readonly string[] | null;
  readonly seed: string;
  readonly most?: number;
}): { readonly files: readonly string[]; readonly of: number };
