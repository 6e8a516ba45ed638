import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { billLayoutsSchema, billPatternsSchema } from '../../../../shared/contract/index.ts';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import { setBillLayouts } from '../../schema/index.ts';
import { toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { readChainAdmin } from './till-commands.ts';

/** The two fields of the settings, as a fleet's file has them. */
const fileSchema = z.strictObject({
  billLayouts: billLayoutsSchema.optional(),
  billPatterns: billPatternsSchema.optional(),
});

/** Gives all tills of the chain the layouts of a file, instead of those of the file before. */
export async function runBillLayoutsCommand(
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const file = resolve(terminal.workingFolder, commandLine.operand ?? '');
  const content = readLayoutFile(file);
  const admin = await readChainAdmin(commandLine, terminal);
  const result = await setBillLayouts(admin, content);
  if (!result.ok) throw toChainCommandError(result.problem);
  const { billLayouts = [], billPatterns = [] } = content;
  terminal.write(
    `The chain now knows ${billLayouts.length} companies by their number and ${billPatterns.length} forms of codes. Each till reads them within about an hour, and when it starts.\n`,
  );
  return EXIT_CODES.done;
}

function readLayoutFile(file: string): z.infer<typeof fileSchema> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot be read as JSON: ${reason}. Check the path and the content.`);
  }
  const parsed = fileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(`${file} is not valid:\n${z.prettifyError(parsed.error)}`);
}
