import { execFile } from 'node:child_process';
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { findSddlReader, findSddlWriter } from './windows-access.ts';

/**
 * The folder of the machine that only administrators write: what lies in it speaks for whoever looks
 * after the machine, and needs no PIN for what is not about people and keys.
 */
export interface MachineFolder {
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** The owner of what administrators write; another one in tests. */
  readonly administrator: number;
}

/** `instead` is for tests of a program that is not installed. */
export function getMachineFolder(instead?: string): MachineFolder {
  const { platform, env } = process;
  const folder =
    instead ??
    (platform === 'win32'
      ? join(env.ProgramData ?? 'C:\\ProgramData', 'Mostrador')
      : platform === 'darwin'
        ? '/Library/Application Support/Mostrador'
        : '/etc/mostrador');
  return { folder, platform, administrator: 0 };
}

/**
 * True for a file in that folder; false for one anywhere else. Refused if it lies there and somebody
 * who is no administrator could have written it, or could put another in its place.
 */
export async function isMachineFile(
  path: string,
  machine: MachineFolder,
): Promise<Result<boolean>> {
  const folder = resolve(machine.folder);
  if (!isSamePath(resolveFolder(dirname(resolve(path))), resolveFolder(folder))) return ok(false);
  const others =
    machine.platform === 'win32'
      ? await findOtherWindowsWriter([resolve(path), folder])
      : findOtherWriter(resolve(path), machine.administrator);
  if (others === null) return ok(true);
  const reason = `a file that only administrators can write, in a folder that only they can write; ${others}`;
  return fail({ kind: 'provisioning', field: '(file)', reason });
}

function resolveFolder(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}

function isSamePath(one: string | null, other: string | null): boolean {
  return one !== null && one === other;
}

/** The file and every folder above it; in a folder that is sticky nobody can replace another's. */
function findOtherWriter(path: string, administrator: number): string | null {
  for (let at = path; ; at = dirname(at)) {
    const { uid, mode } = lstatSync(at);
    const isSticky = at !== path && (mode & 0o1000) !== 0;
    if (uid !== administrator && uid !== 0) return `${at} belongs to another user`;
    if ((mode & 0o022) !== 0 && !isSticky) return `others can write ${at}`;
    if (at === dirname(at)) return null;
  }
}

/** Whom besides administrators and the account that asks the system lets read it; null: nobody. */
export async function findOtherWindowsReader(path: string): Promise<string | null> {
  try {
    const ask =
      '(Get-Acl -LiteralPath $args[0]).Sddl; [Security.Principal.WindowsIdentity]::GetCurrent().User.Value';
    const { stdout } = await runPowershell(ask, path);
    const [sddl = '', own = ''] = stdout.trim().split(/\r?\n/);
    return findSddlReader(sddl, own.trim());
  } catch {
    return 'somebody';
  }
}

const runPowershell = (ask: string, path: string) =>
  promisify(execFile)('powershell.exe', [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    ask,
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
    const who = findSddlWriter(sddl);
    if (who !== null) return `${who} can write ${path}`;
  }
  return null;
}
