export type System = 'linux' | 'windows' | 'macos';
export function findSystem(name: string): System | null;
export function getSumsFileName(system: System): string;
export function isSumsFile(name: string): boolean;
export function writeSumsFile(folder: string, system: System): void;
export function hashFile(file: string): string;
