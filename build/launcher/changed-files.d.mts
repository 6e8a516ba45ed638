export function listChangedFiles(
  root: string,
  commit: string | null,
): Promise<{ readonly since: string | null; readonly files: readonly string[] | null }>;
