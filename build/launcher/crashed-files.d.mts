export function findCrashedFile(error: unknown): string | null;
export function readCrashedFiles(file: string): readonly string[];
