export function findReleaseNotes(changelog: string, version: string): string;
