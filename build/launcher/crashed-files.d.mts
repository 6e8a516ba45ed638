export function crashedFile(error: unknown): string | null;
export function readCrashed(file: string): readonly string[];
