import { execFile } from 'node:child_process';
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { findUnauthorizedSddlReader, findUnauthorizedSddlWriter } from './windows-access.ts';

/**
 * The machine folder, which only administrators can write: files in it are trusted as the
 * administrator's, and need no PIN except for cashiers and keys.
 */
export interface MachineFolder {
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** The user id that owns the administrators' files; another one in tests. */
  readonly administratorUid: number;
}

/**
 * Returns the machine folder of the system; `testFolder` is for tests of a program that is not
 * installed.
 */
export function getMachineFolder(testFolder?: string): MachineFolder {
  const { platform, env } = process;
  const folder =
    testFolder ??
    (platform === 'win32'
      ? join(env.ProgramData ?? 'C:\\ProgramData', 'Mostrador')
      : platform === 'darwin'
        ? '/Library/Application Support/Mostrador'
        : '/etc/mostrador');
  return { folder, platform, administratorUid: 0 };
}

/**
 * Returns true for a file in the machine folder, false for a file elsewhere. Fails if the file is
 * in the folder and a user who is not an administrator could write or replace it.
 */
export async function isInProtectedMachineFolder(
  path: string,
  machine: MachineFolder,
): Promise<Result<boolean>> {
  const folder = resolve(machine.folder);
  if (!isSamePath(resolveFolder(dirname(resolve(path))), resolveFolder(folder))) return ok(false);
  const otherWriter =
    machine.platform === 'win32'
      ? await findOtherWindowsWriter([resolve(path), folder])
      : findOtherWriter(resolve(path), machine.administratorUid);
  if (otherWriter === null) return ok(true);
  const reason = `must be writable only by administrators, and so must its folder; ${otherWriter}`;
  return fail({ kind: 'provisioning', field: '(file)', reason });
}

function resolveFolder(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}

function isSamePath(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

/**
 * Checks the file and every folder above it; in a sticky folder users cannot replace the files of
 * others.
 */
function findOtherWriter(path: string, administrator: number): string | null {
  for (let currentPath = path; ; currentPath = dirname(currentPath)) {
    const { uid, mode } = lstatSync(currentPath);
    const isSticky = currentPath !== path && (mode & 0o1000) !== 0;
    if (uid !== administrator && uid !== 0) return `${currentPath} belongs to another user`;
    if ((mode & 0o022) !== 0 && !isSticky) return `others can write ${currentPath}`;
    if (currentPath === dirname(currentPath)) return null;
  }
}

/**
 * Returns a user besides administrators and this account who can read the file; null if there is
 * none.
 */
export async function findUnauthorizedWindowsReader(path: string): Promise<string | null> {
  try {
    const script =
      '(Get-Acl -LiteralPath $args[0]).Sddl; [Security.Principal.WindowsIdentity]::GetCurrent().User.Value';
    const { stdout } = await runPowershell(script, path);
    const [sddl = '', ownSid = ''] = stdout.trim().split(/\r?\n/);
    return findUnauthorizedSddlReader(sddl, ownSid.trim());
  } catch {
    return 'somebody';
  }
}

const runPowershell = (script: string, path: string) =>
  promisify(execFile)('powershell.exe', [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    script,
    '-args',
    path,
  ]);

async function findOtherWindowsWriter(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    let sddl: string;
    try {
      const { stdout } = await runPowershell('(Get-Acl -LiteralPath $args[0]).Sddl', path);
      sddl = stdout.trim();
    } catch {
      return `who can write ${path} could not be read`;
    }
    const writer = findUnauthorizedSddlWriter(sddl);
    if (writer !== null) return `${writer} can write ${path}`;
  }
  return null;
}
