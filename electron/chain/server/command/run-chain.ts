import { assertNever } from '../../../../shared/contract/index.ts';
import { EXIT, type ExitCode } from '../../../platform/index.ts';
import {
  type ChainCommandLine,
  formatChainHelp,
  parseChainCommandLine,
} from '../../../settings/command-line/index.ts';
import { ChainRefusal } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { runDayCommand } from './day-command.ts';
import { runInitCommand } from './init-command.ts';
import { runStartCommand } from './start-command.ts';
import { runStatusCommand } from './status-command.ts';
import { runEnrollCommand, runRetireCommand } from './till-commands.ts';

/** Does what the words ask for; what is wrong is complained about in words, never with a stack. */
export async function runChain(terminal: ChainTerminal): Promise<ExitCode> {
  try {
    const asked = parseChainCommandLine(terminal.args);
    if (asked !== null) return await runCommand(asked, terminal);
    terminal.write(formatChainHelp());
    return EXIT.done;
  } catch (error) {
    terminal.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ChainRefusal ? error.code : EXIT.failed;
  }
}

function runCommand(asked: ChainCommandLine, terminal: ChainTerminal): Promise<ExitCode> {
  switch (asked.command) {
    case 'init':
      return runInitCommand(asked, terminal);
    case 'enroll':
      return runEnrollCommand(asked, terminal);
    case 'start':
      return runStartCommand(asked, terminal);
    case 'retire':
      return runRetireCommand(asked, terminal);
    case 'day':
      return runDayCommand(asked, terminal);
    case 'status':
      return runStatusCommand(asked, terminal);
    default:
      return assertNever(asked.command);
  }
}
