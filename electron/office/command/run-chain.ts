import { assertNever } from '../../../shared/contract/index.ts';
import { type ChainAsked, chainHelpText, readChainWords } from '../../command-line/index.ts';
import { EXIT, type ExitCode } from '../../platform/index.ts';
import { dayCommand } from './day.ts';
import { initCommand } from './init.ts';
import { ChainRefusal } from './problem-words.ts';
import { startChain } from './start.ts';
import { statusCommand } from './status.ts';
import type { ChainTerminal } from './terminal.ts';
import { enrollCommand, retireCommand } from './tills.ts';

/** Does what the words ask for; what is wrong is complained about in words, never with a stack. */
export async function runChain(terminal: ChainTerminal): Promise<ExitCode> {
  try {
    const asked = readChainWords(terminal.words);
    if (asked !== null) return await commandOf(asked, terminal);
    terminal.say(chainHelpText());
    return EXIT.done;
  } catch (error) {
    terminal.complain(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ChainRefusal ? error.code : EXIT.failed;
  }
}

function commandOf(asked: ChainAsked, terminal: ChainTerminal): Promise<ExitCode> {
  switch (asked.command) {
    case 'init':
      return initCommand(asked, terminal);
    case 'enroll':
      return enrollCommand(asked, terminal);
    case 'start':
      return startChain(asked, terminal);
    case 'retire':
      return retireCommand(asked, terminal);
    case 'day':
      return dayCommand(asked, terminal);
    case 'status':
      return statusCommand(asked, terminal);
    default:
      return assertNever(asked.command);
  }
}
