import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { provisioningSchema } from '../../../../shared/contract/index.ts';
import {
  createFolderSync,
  EXIT_CODES,
  type ExitCode,
  getFileWritableByOthersReason,
  readNamedFileSync,
  readRegularFile,
} from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import type { ChainAddress } from '../../client/index.ts';
import {
  type EnrollTillProblem,
  enrollTill,
  type PreparedLogin,
  type RetireLoginProblem,
  retireLogin,
  retireTill,
  toLoginRoleName,
} from '../../schema/index.ts';
import { getDatabaseName, readChainAdminAddress } from './admin-address.ts';
import { ChainCommandError, toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { toUnfinishedName, writeCompletedFile } from './private-file.ts';

const MAX_PATCH_BYTES = 1_000_000;

/** Creates the login of each till, and writes the patch of its settings with it. */
export async function runEnrollCommand(
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const tills = readTillsToEnroll(commandLine, terminal);
  const admin = await readChainAdmin(commandLine, terminal);
  const out = resolve(terminal.workingFolder, commandLine.options.get('out') ?? '');
  createFolderSync(out, 0o700);
  const isList = commandLine.options.has('list');
  for (const [index, till] of tills.entries()) {
    const file = join(out, `${toFileName(till.shop)}-${toFileName(till.pos)}.json`);
    if (isList && isEnrolledInFile(file, till)) continue;
    try {
      await enrollIntoFile(admin, till, file);
    } catch (error) {
      if (isList && error instanceof Error) {
        error.message += `\nOf the ${tills.length} tills in the list, the first ${index} have their files. Correct the list or the cause, and run this again: it continues.`;
      }
      throw error;
    }
    terminal.write(
      `Till ${till.pos} of ${till.shop} now has a login. Written, readable only by you: ${file}\n`,
    );
  }
  terminal.write(
    'Take each file to its till, run mostrador-cli --apply FILE --pin PIN-FILE there, and delete it.\n',
  );
  return EXIT_CODES.done;
}

interface TillToEnroll {
  readonly shop: string;
  readonly pos: string;
}

function readTillsToEnroll(
  { options }: ChainCommandLine,
  { workingFolder }: ChainTerminal,
): readonly TillToEnroll[] {
  const [list, shop, pos] = [options.get('list'), options.get('shop'), options.get('pos')];
  if (list !== undefined && shop === undefined && pos === undefined) {
    const content = readNamedFileSync(resolve(workingFolder, list)).toString('utf8');
    return parseEnrollmentList(content, list);
  }
  if (list === undefined && shop !== undefined && pos !== undefined) {
    return [{ shop: parseShop(shop, '--shop'), pos: parsePosNumber(pos, '--pos') }];
  }
  throw new Error('chain enroll needs --shop and --pos, or --list alone.');
}

/** An interrupted run over a list is continued: a till whose file is complete is enrolled already. */
function isEnrolledInFile(file: string, { shop, pos }: TillToEnroll): boolean {
  if (!existsSync(file)) return false;
  try {
    const { posNumber, chain } = JSON.parse(readNamedFileSync(file).toString('utf8'));
    if (posNumber === pos && chain.shop === shop) return true;
  } catch {
    // Reported like the file of another till.
  }
  throw new Error(
    `${file} exists, and is not the file of till ${pos} of ${shop}. Name another folder, or delete the file first if nobody needs it.`,
  );
}

/**
 * The file names the till's login before the database knows it, and gets its name once the till is
 * enrolled: after an interruption, the same command continues with the same login.
 */
async function enrollIntoFile(
  admin: ChainAddress,
  { shop, pos }: TillToEnroll,
  file: string,
): Promise<void> {
  if (existsSync(file))
    throw new Error(
      `${file} already exists. Name another folder, or delete the file first if nobody needs it.`,
    );
  const { hosts, database, ca } = admin;
  const prepared = await readPreparedLogin(toUnfinishedName(file), database);
  await writeCompletedFile(file, async (write) => {
    const save = (login: PreparedLogin) =>
      write({ posNumber: pos, chain: { hosts, database, ...login, ca, shop } });
    const enrollment = await enrollTill(admin, { shop, pos }, { prepared, save });
    if (!enrollment.ok) throw toEnrollRefusal(enrollment.problem, pos);
  });
}

/** Returns the login that an interrupted run prepared for this database, otherwise null. */
async function readPreparedLogin(file: string, database: string): Promise<PreparedLogin | null> {
  if (!existsSync(file)) return null;
  // Somebody else must not choose a till's password.
  const read = await readRegularFile(file, MAX_PATCH_BYTES, getFileWritableByOthersReason);
  if (!read.ok) {
    const { reason } = { reason: 'must be a readable file', ...read.problem };
    throw new Error(`${file}, which an interrupted run left, ${reason}.`);
  }
  const user = z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .startsWith(toLoginRoleName(database, 'till', ''));
  const schema = z.object({ chain: z.object({ user, password: z.string() }) });
  try {
    return schema.parse(JSON.parse(read.value.text)).chain;
  } catch {
    return null;
  }
}

function toEnrollRefusal(problem: EnrollTillProblem, pos: string): ChainCommandError {
  if (problem.kind !== 'pos-taken') return toChainCommandError(problem);
  const { user, shop } = problem;
  return new ChainCommandError(
    EXIT_CODES.database,
    `POS number ${pos} is taken: the till ${user} in ${shop} has it. Give this till another number, or retire the other one first: chain retire ${user}`,
  );
}

export async function runRetireCommand(
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const name = commandLine.operand ?? '';
  const admin = await readChainAdmin(commandLine, terminal);
  let result = await retireTill(admin, name);
  // The logins of the process and of owners are retired by their names.
  if (!result.ok && result.problem.kind === 'unknown-till') result = await retireLogin(admin, name);
  if (!result.ok) throw toRetireRefusal(result.problem, name);
  terminal.write(`${result.value.user} can no longer log in. What it reported is kept.\n`);
  return EXIT_CODES.done;
}

function toRetireRefusal(problem: RetireLoginProblem, name: string): ChainCommandError {
  switch (problem.kind) {
    case 'unknown-till':
      return new ChainCommandError(
        EXIT_CODES.database,
        `The chain has no till or other login named ${name}. chain status lists the POS number and login of each till.`,
      );
    case 'still-connected':
      return new ChainCommandError(
        EXIT_CODES.database,
        `${problem.user} can no longer log in, but ${problem.sessions} of its sessions are still open. Run this again, or ask a superuser to end them.`,
      );
    default:
      return toChainCommandError(problem);
  }
}

/** Returns the chain's address with the administrator's login that the command line names. */
export async function readChainAdmin(
  { options }: ChainCommandLine,
  { workingFolder, env }: ChainTerminal,
): Promise<ChainAddress> {
  const admin = await readChainAdminAddress(options.get('admin'), workingFolder, env);
  return { ...admin, database: getDatabaseName(options) };
}

/** Every line is checked before the first till is enrolled. Empty lines are skipped. */
function parseEnrollmentList(content: string, file: string): readonly TillToEnroll[] {
  const tills: TillToEnroll[] = [];
  for (const [index, line] of content
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const place = `${file}, line ${index + 1}`;
    const [, posText = '', shopText = ''] = /^([^,;]*)[,;](.*)$/.exec(line) ?? [];
    if (shopText.trim() === '') {
      throw new Error(`${place}: a line must be the POS number, a comma and the shop: 07,Centro.`);
    }
    const quotedShop = /^"(.*)"$/.exec(shopText.trim())?.[1]?.replaceAll('""', '"');
    const till = {
      pos: parsePosNumber(posText, `${place}: the first field`),
      shop: parseShop(quotedShop ?? shopText, `${place}: the second field`),
    };
    if (tills.some(({ pos }) => pos === till.pos)) {
      throw new Error(
        `${place}: POS number ${till.pos} is in the list twice. Give each till its own.`,
      );
    }
    tills.push(till);
  }
  if (tills.length > 0) return tills;
  throw new Error(`${file} has no lines. Write one for each till, such as 07,Centro.`);
}

function parseShop(text: string, field: string): string {
  const shop = text.trim();
  if (shop.length <= 60 && !/\p{Cc}/u.test(shop)) return shop;
  throw new Error(
    `${field} must be the name of a shop with at most 60 characters and no control characters.`,
  );
}

function parsePosNumber(text: string, field: string): string {
  const parsed = provisioningSchema.shape.posNumber.safeParse(text.trim());
  if (parsed.success) return parsed.data;
  throw new Error(`${field} must be a POS number: ${parsed.error.issues[0]?.message ?? ''}.`);
}

/** Converts the text to a part of a file name that is valid on every system. */
export function toFileName(text: string): string {
  const ascii = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return ascii.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'till';
}
