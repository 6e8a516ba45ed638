export type System = 'linux' | 'windows' | 'macos';
export function systemOf(name: string): System | null;
export function sumsOf(system: System): string;
export function isSums(name: string): boolean;
export function writeSums(folder: string, system: System): void;
export function sha256(file: string): string;
