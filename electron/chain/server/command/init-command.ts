import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createFolderSync, EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import type { ChainAddress } from '../../client/index.ts';
import { createLoginOfGroup, type InitChainProblem, initChain } from '../../schema/index.ts';
import { getDatabaseName, readChainAdminAddress } from './admin-address.ts';
import { ChainCommandError, toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { writeCompletedFile } from './private-file.ts';

/** Creates the database or migrates it, and writes the logins that are not written yet. */
export async function runInitCommand(
  { options }: ChainCommandLine,
  { workingFolder, env, write }: ChainTerminal,
): Promise<ExitCode> {
  const out = resolve(workingFolder, options.get('out') ?? '');
  const { database: maintenanceDatabase, ...server } = await readChainAdminAddress(
    options.get('admin'),
    workingFolder,
    env,
  );
  const admin: ChainAddress = { ...server, database: getDatabaseName(options) };
  createFolderSync(out, 0o700);

  const result = await initChain(admin, { maintenanceDatabase });
  if (!result.ok) throw toInitRefusal(result.problem);
  const { fromSchemaVersion, toSchemaVersion, isDatabaseCreated, unrevokedPrivileges } =
    result.value;
  write(
    isDatabaseCreated || fromSchemaVersion === 0
      ? `The database ${admin.database} was created, with version ${toSchemaVersion}.\n`
      : fromSchemaVersion === toSchemaVersion
        ? `The database ${admin.database} is up to date, with version ${toSchemaVersion}.\n`
        : `The database ${admin.database} was upgraded from version ${fromSchemaVersion} to ${toSchemaVersion}.\n`,
  );
  await writeFileOnce(join(out, 'chain.json'), write, async () => buildProcessFile(admin));
  await writeFileOnce(join(out, 'office.json'), write, async () => ({
    chain: { office: await createGroupLogin(admin, 'office') },
  }));
  if (unrevokedPrivileges.length > 0) {
    write(
      '\nEvery login can still use the following. A superuser can revoke it with these statements, in this database:\n',
    );
    for (const { what, names, sql } of unrevokedPrivileges)
      write(`  ${what} (${formatNames(names)}):\n    ${sql};\n`);
  }
  return EXIT_CODES.done;
}

/** Creates the logins of the process. Returns the configuration with them. */
export async function buildProcessFile(admin: ChainAddress): Promise<object> {
  const { hosts, database, ca } = admin;
  return {
    hosts,
    database,
    ca,
    maker: await createGroupLogin(admin, 'maker'),
    hook: await createGroupLogin(admin, 'hook'),
    hooks: { tokens: [randomBytes(32).toString('base64url')] },
  };
}

async function createGroupLogin(
  admin: ChainAddress,
  group: 'maker' | 'hook' | 'office',
): Promise<{ readonly user: string; readonly password: string }> {
  const result = await createLoginOfGroup(admin, group);
  if (!result.ok) throw toChainCommandError(result.problem);
  return result.value;
}

/** An existing file is not changed. */
async function writeFileOnce(
  file: string,
  writeLine: (text: string) => void,
  content: () => Promise<object>,
): Promise<void> {
  if (existsSync(file)) {
    writeLine(`${file} already exists and was left unchanged.\n`);
    return;
  }
  await writeCompletedFile(file, async (write) => write(await content()));
  writeLine(`Written, readable only by you: ${file}\n`);
}

export function toInitRefusal(problem: InitChainProblem): ChainCommandError {
  switch (problem.kind) {
    case 'name':
    case 'unfit':
      return new ChainCommandError(
        EXIT_CODES.database,
        `This database cannot be used: ${problem.detail}.`,
      );
    case 'rights':
      return new ChainCommandError(
        EXIT_CODES.database,
        `The login lacks a right (${problem.detail}). It needs CREATEROLE, and CREATEDB if the database does not exist yet. An existing chain needs the login that created it, or another of its administrators.`,
      );
    case 'newer-schema':
      return new ChainCommandError(
        EXIT_CODES.database,
        `A newer Mostrador upgraded this database: ${problem.detail}. Update this program.`,
      );
    default:
      return toChainCommandError(problem);
  }
}

function formatNames(names: readonly string[]): string {
  return names.length > 5 ? `${names.length} of them` : names.join(', ');
}
