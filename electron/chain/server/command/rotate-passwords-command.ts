import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createFolderSync, EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import type { ChainAddress, ChainResult } from '../../client/index.ts';
import {
  endSessions,
  type GroupLogin,
  listGroupLogins,
  listTillLogins,
  requestTillPasswords,
  setNewPassword,
  type TillLogin,
} from '../../schema/index.ts';
import { toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { toUnfinishedName, writeCompletedFile } from './private-file.ts';
import { readChainAdmin, toFileName } from './till-commands.ts';

interface Rotation {
  readonly admin: ChainAddress;
  readonly out: string;
  readonly write: (text: string) => void;
}

/**
 * Gives each login another password, and writes it into a file of its own before the database knows
 * it. An interrupted run is continued by the same command: a login whose file is complete has its
 * new password.
 */
export async function runRotatePasswordsCommand(
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const admin = await readChainAdmin(commandLine, terminal);
  const out = resolve(terminal.workingFolder, commandLine.options.get('out') ?? '');
  createFolderSync(out, 0o700);
  const rotation = { admin, out, write: terminal.write };
  if (commandLine.options.has('remaining-tills')) await rotateRemainingTills(rotation);
  else await rotateProcessAndOwners(rotation);
  return EXIT_CODES.done;
}

async function rotateProcessAndOwners(rotation: Rotation): Promise<void> {
  const { admin, write } = rotation;
  for (const login of getValueOrThrow(await listGroupLogins(admin))) {
    await rotateLogin(rotation, login.user, `${login.user}.json`, (password) =>
      toGroupPatch(login, password),
    );
  }
  getValueOrThrow(await requestTillPasswords(admin));
  write(`
What to do now:
- Put "maker" and "hook" of these files into chain.json in place of the former ones, and restart
  chain start. Until then it makes no file and accepts no webhooks.
- Apply the office files to the tills of owners: mostrador-cli --apply FILE --pin PIN-FILE.
- Delete the files.
Each till replaces its password by itself within an hour after it connects. chain status lists a till that
has not done so for a day, and --remaining-tills writes a new file for it.
`);
}

function toGroupPatch({ user, group }: GroupLogin, password: string): object {
  const login = { user, password };
  return group === 'office' ? { chain: { office: login } } : { [group]: login };
}

async function rotateRemainingTills(rotation: Rotation): Promise<void> {
  const { admin, out, write } = rotation;
  const { hosts, database, ca } = admin;
  const tills = getValueOrThrow(await listTillLogins(admin))
    .map((till) => ({ ...till, name: toTillFileName(till) }))
    // The database may know a password whose file an interrupted run did not complete.
    .filter((till) => till.isPasswordDue || existsSync(toUnfinishedName(join(out, till.name))));
  for (const { user, shop, posNumber, name } of tills) {
    await rotateLogin(rotation, user, name, (password) => ({
      posNumber,
      chain: { hosts, database, user, password, ca, shop },
    }));
  }
  write(
    tills.length === 0
      ? 'Every till that was asked has replaced its password.\n'
      : `
A till with a new file cannot connect until it has it: it sells on, and reports everything later. Run
mostrador-cli --apply FILE --pin PIN-FILE on it, and delete the file.
`,
  );
}

function toTillFileName({ shop, posNumber, user }: TillLogin): string {
  return `${toFileName(shop)}-${toFileName(posNumber)}-${user}.json`;
}

async function rotateLogin(
  { admin, out, write }: Rotation,
  user: string,
  name: string,
  toContent: (password: string) => object,
): Promise<void> {
  const file = join(out, name);
  if (existsSync(file)) {
    write(
      `${file} already exists: ${user} keeps that password. For another one, name another folder.\n`,
    );
  } else {
    await writeCompletedFile(file, async (writeContent) => {
      getValueOrThrow(
        await setNewPassword(admin, user, (password) => writeContent(toContent(password))),
      );
    });
    write(`${user} has another password. Written, readable only by you: ${file}\n`);
  }
  // Also those that an interrupted run left.
  const ended = await endSessions(admin, user);
  if (ended.ok) return;
  const { problem } = ended;
  if (problem.kind !== 'still-connected') throw toChainCommandError(problem);
  write(`${problem.sessions} of its sessions are still open. Ask a superuser to end them.\n`);
}

function getValueOrThrow<T>(result: ChainResult<T>): T {
  if (!result.ok) throw toChainCommandError(result.problem);
  return result.value;
}
