import { hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import { connectToChain } from '../../client/index.ts';
import { getConfigFile, readChainServerConfig } from '../config/index.ts';
import {
  type ChainDayActions,
  createChainDayActions,
  type DayActionResult,
} from '../daily-file/index.ts';
import { openChainServerDatabase } from '../database/index.ts';
import { toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';

const DAY_ACTIONS = ['handed-in', 'not-handed-in', 'send-again', 'save'] as const;

/**
 * Runs a person's decision about the file of one day; each decision is recorded with the person and
 * the reason.
 */
export async function runDayCommand(
  { operand, options }: ChainCommandLine,
  { workingFolder, env, write }: ChainTerminal,
): Promise<ExitCode> {
  const day = operand ?? '';
  const [action, ...otherActions] = DAY_ACTIONS.filter((name) => options.has(name));
  if (action === undefined || otherActions.length > 0) {
    throw new Error(
      `Give exactly one option for ${day}: ${DAY_ACTIONS.map((name) => `--${name}`).join(', ')}.`,
    );
  }
  const configOption = options.get('config');
  const file = getConfigFile(
    configOption === undefined ? undefined : resolve(workingFolder, configOption),
    env,
  );
  const { hosts, database: name, ca, maker } = await readChainServerConfig(file, env);
  if (maker === undefined)
    throw new Error(
      `${file}: the login "maker" is missing, and chain day needs it. Add it from the chain.json that chain init wrote.`,
    );
  const connected = await connectToChain({ hosts, database: name, ca, ...maker });
  if (!connected.ok) throw toChainCommandError(connected.problem);
  const database = openChainServerDatabase(async () => connected);
  try {
    const text = options.get(action) ?? '';
    const argument = action === 'save' ? resolve(workingFolder, text) : text;
    const result = await performDayAction(
      createChainDayActions(database.query),
      action,
      day,
      argument,
    );
    if (typeof result === 'string' && result !== 'done')
      throw new Error(`${day}: ${RESULT_TEXTS[result]}`);
    write(
      typeof result === 'string'
        ? `${day}: done. ${FOLLOW_UP_TEXTS[action]}\n`
        : `${result.file}\n`,
    );
    return EXIT_CODES.done;
  } finally {
    await database.end();
    // A day that is none is refused without a query: the database has not opened its connection then.
    await connected.value.end();
  }
}

function performDayAction(
  actions: ChainDayActions,
  action: (typeof DAY_ACTIONS)[number],
  day: string,
  argument: string,
): Promise<DayActionResult | { readonly file: string }> {
  const by = `${userInfo().username} (${hostname()})`;
  switch (action) {
    case 'handed-in':
      return actions.markHandedIn(day, by, argument);
    case 'not-handed-in':
      return actions.unmarkHandedIn(day, by, argument);
    case 'send-again':
      return actions.sendAgain(day, by, argument);
    case 'save':
      return actions.save(day, argument);
  }
}

const SEND_HINT =
  'The running chain process sends the file within half a minute. Check it with chain status.';
const FOLLOW_UP_TEXTS: Readonly<Record<(typeof DAY_ACTIONS)[number], string>> = {
  'handed-in': 'The process no longer sends this file.',
  'not-handed-in': SEND_HINT,
  'send-again': SEND_HINT,
  save: '',
};

const RESULT_TEXTS: Readonly<Record<Exclude<DayActionResult, 'done'>, string>> = {
  'not-a-day': 'the chain has no such day. Write the day as in 2026-11-20.',
  'no-reason': 'the reason is missing. Give one; it is stored with the day.',
  'no-file':
    'there is no file of this day: it has not been created yet, or it was older than the retention of account numbers.',
  'already-uploaded': 'its file has already been uploaded.',
  'handed-in': 'it is marked as handed in. Undo that first with --not-handed-in.',
  'not-handed-in': 'it is not marked as handed in.',
};
