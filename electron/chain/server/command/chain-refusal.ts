import { assertNever } from '../../../../shared/contract/index.ts';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainProblem } from '../../client/index.ts';

/** Ends a command with its own exit code; the message is for the terminal. */
export class ChainCommandError extends Error {
  readonly code: ExitCode;
  constructor(code: ExitCode, message: string) {
    super(message);
    this.name = 'ChainRefusal';
    this.code = code;
  }
}

/** Whether the problem may be temporary: a process retries, a command can be repeated later. */
export function isTransientChainProblem({ kind }: ChainProblem): boolean {
  return ['unreachable', 'read-only', 'full', 'too-many'].includes(kind);
}

export function toChainCommandError(problem: ChainProblem): ChainCommandError {
  const code = isTransientChainProblem(problem) ? EXIT_CODES.later : EXIT_CODES.database;
  return new ChainCommandError(code, formatChainProblem(problem));
}

/** Returns a text for the terminal: what happened, and what to do next. */
export function formatChainProblem({ kind, detail, host }: ChainProblem): string {
  const databaseName = host === null ? 'The database' : `The database at ${host}`;
  switch (kind) {
    case 'unreachable':
      return `${databaseName} does not answer (${detail}). Check its address, its firewall and the network, and run this again.`;
    case 'wrong-certificate':
      return `${databaseName} showed a certificate that is not trusted for this name (${detail}). Nothing was sent. Check the file of the authority, and that the host name is the one in the certificate.`;
    case 'refused':
      return `${databaseName} refused this login (${detail}). Check the user and the password. A retired login cannot be used again.`;
    case 'read-only':
      return `${databaseName} is a standby and accepts no writes (${detail}). Name the primary, or wait until the failover has ended.`;
    case 'full':
      return `${databaseName} is full (${detail}). Free or add disk space, and run this again.`;
    case 'too-many':
      return `${databaseName} has no free connection (${detail}). Run this again later, or raise max_connections.`;
    case 'newer':
      return `${databaseName} has a newer version than this program (${detail}). Update this program.`;
    case 'older':
      return `${databaseName} has an older version than this program (${detail}). Upgrade it with this program: sudo mostrador-cli chain host, if chain host made it, otherwise mostrador-cli chain init.`;
    case 'session-taken':
    case 'other-environment':
    case 'failed':
      return `${databaseName} reported an error: ${detail}. Check the log of the database, and run this again.`;
    default:
      return assertNever(kind);
  }
}
