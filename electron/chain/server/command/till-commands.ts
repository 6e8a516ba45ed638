import { join, resolve } from 'node:path';
import { provisioningSchema } from '../../../../shared/contract/index.ts';
import { createFolderSync, EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import type { ChainAddress } from '../../client/index.ts';
import {
  type EnrollTillProblem,
  enrollTill,
  type RetireLoginProblem,
  retireLogin,
  retireTill,
} from '../../schema/index.ts';
import { getDatabaseName, readChainAdminAddress } from './admin-address.ts';
import { ChainCommandError, toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { reservePrivateFile } from './private-file.ts';

/** Creates a till's login, and writes the patch of its settings with it. */
export async function runEnrollCommand(
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const { options } = commandLine;
  const shop = parseShop(options.get('shop') ?? '');
  const pos = parsePosNumber(options.get('pos') ?? '');
  const admin = await readChainAdmin(commandLine, terminal);
  const out = resolve(terminal.workingFolder, options.get('out') ?? '');
  createFolderSync(out, 0o700);
  const file = join(out, `${toFileName(shop)}-${toFileName(pos)}.json`);
  const reservedFile = reservePrivateFile(file);
  try {
    const enrollment = await enrollTill(admin, { shop, pos });
    if (!enrollment.ok) throw toEnrollRefusal(enrollment.problem, pos);
    reservedFile.write({ posNumber: pos, chain: enrollment.value });
  } catch (error) {
    reservedFile.discard();
    throw error;
  }
  terminal.write(
    `Till ${pos} of ${shop} now has a login. Written, readable only by you: ${file}\nTake the file to that till, run mostrador-cli --apply FILE --pin PIN-FILE there, and delete it.\n`,
  );
  return EXIT_CODES.done;
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

function parseShop(text: string): string {
  const shop = text.trim();
  if (shop.length <= 60 && !/\p{Cc}/u.test(shop)) return shop;
  throw new Error(
    '--shop must be the name of a shop with at most 60 characters and no control characters.',
  );
}

function parsePosNumber(text: string): string {
  const parsed = provisioningSchema.shape.posNumber.safeParse(text.trim());
  if (parsed.success) return parsed.data;
  throw new Error(`--pos must be a POS number: ${parsed.error.issues[0]?.message ?? ''}.`);
}

/** Converts the text to a part of a file name that is valid on every system. */
function toFileName(text: string): string {
  const ascii = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return ascii.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'till';
}
