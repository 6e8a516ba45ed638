import { assertNever } from '../../../../shared/contract/index.ts';
import { EXIT, type ExitCode } from '../../../platform/index.ts';
import type { ChainProblem } from '../../client/index.ts';

/** Ends a command with its own exit code; the message is for the terminal. */
export class ChainRefusal extends Error {
  readonly code: ExitCode;
  constructor(code: ExitCode, message: string) {
    super(message);
    this.name = 'ChainRefusal';
    this.code = code;
  }
}

/** Whether the problem may be temporary: a process retries, a command can be repeated later. */
export function isTransient({ kind }: ChainProblem): boolean {
  return ['unreachable', 'read-only', 'full', 'too-many'].includes(kind);
}

export function toChainRefusal(problem: ChainProblem): ChainRefusal {
  const code = isTransient(problem) ? EXIT.later : EXIT.database;
  return new ChainRefusal(code, formatChainProblem(problem));
}

/** Returns a text for the terminal: what happened, and what to do next. */
export function formatChainProblem({ kind, detail, host }: ChainProblem): string {
  const databaseName = host === null ? 'The database' : `The database at ${host}`;
  switch (kind) {
    case 'unreachable':
      return `${databaseName} does not answer (${detail}). Check its address, its firewall and the network, and run this again.`;
    case 'wrong-certificate':
      return `${databaseName} shows a certificate that is not trusted for this name (${detail}). Check the authority's file and that the host is named as in the certificate; nothing was sent.`;
    case 'refused':
      return `${databaseName} does not let this login do it (${detail}). Check user and password; a login that was retired stays out.`;
    case 'read-only':
      return `${databaseName} takes no writes (${detail}): it is a standby. Name the primary, or wait until the failover is over.`;
    case 'full':
      return `${databaseName} has no room left (${detail}). Give its disk more, and run this again.`;
    case 'too-many':
      return `${databaseName} takes no more connections (${detail}). Run this again, or allow it more.`;
    case 'newer':
      return `${databaseName} is of a newer version than this program (${detail}). Update this program.`;
    case 'older':
      return `${databaseName} is of an older version than this program (${detail}). Run chain init with this one.`;
    case 'session-taken':
    case 'other-environment':
    case 'failed':
      return `${databaseName} failed: ${detail}.`;
    default:
      return assertNever(kind);
  }
}
