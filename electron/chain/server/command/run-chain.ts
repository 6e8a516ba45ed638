import { assertNever } from '../../../../shared/contract/index.ts';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import {
  type ChainCommandLine,
  formatChainHelp,
  parseChainCommandLine,
} from '../../../settings/command-line/index.ts';
import { runBillLayoutsCommand } from './bill-layouts-command.ts';
import { ChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { runCloseCommand } from './close-command.ts';
import { runDayCommand } from './day-command.ts';
import { runHostCommand } from './host-command.ts';
import { runInitCommand } from './init-command.ts';
import { runJoinCodeCommand } from './join-code-command.ts';
import { runLeaveCommand } from './leave-command.ts';
import { runMoveCommand } from './move-command.ts';
import { runRotatePasswordsCommand } from './rotate-passwords-command.ts';
import { runStartCommand } from './start-command.ts';
import { runStatusCommand } from './status-command.ts';
import { runEnrollCommand, runRetireCommand } from './till-commands.ts';

/** Runs the command of the arguments; errors are written as text, never with a stack. */
export async function runChainCommand(terminal: ChainTerminal): Promise<ExitCode> {
  try {
    const commandLine = parseChainCommandLine(terminal.args);
    if (commandLine !== null) return await runCommand(commandLine, terminal);
    terminal.write(formatChainHelp());
    return EXIT_CODES.done;
  } catch (error) {
    terminal.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ChainCommandError ? error.code : EXIT_CODES.failed;
  }
}

function runCommand(commandLine: ChainCommandLine, terminal: ChainTerminal): Promise<ExitCode> {
  switch (commandLine.command) {
    case 'init':
      return runInitCommand(commandLine, terminal);
    case 'host':
      return runHostCommand(commandLine, terminal);
    case 'move':
      return runMoveCommand(commandLine, terminal);
    case 'enroll':
      return runEnrollCommand(commandLine, terminal);
    case 'join-code':
      return runJoinCodeCommand(commandLine, terminal);
    case 'leave':
      return runLeaveCommand(commandLine, terminal);
    case 'bill-layouts':
      return runBillLayoutsCommand(commandLine, terminal);
    case 'start':
      return runStartCommand(commandLine, terminal);
    case 'retire':
      return runRetireCommand(commandLine, terminal);
    case 'rotate-passwords':
      return runRotatePasswordsCommand(commandLine, terminal);
    case 'day':
      return runDayCommand(commandLine, terminal);
    case 'close':
      return runCloseCommand(commandLine, terminal);
    case 'status':
      return runStatusCommand(commandLine, terminal);
    default:
      return assertNever(commandLine.command);
  }
}
