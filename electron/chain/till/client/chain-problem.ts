/** Why the chain's database did not do what it was asked. */
export interface ChainProblem {
  readonly kind: /** Nothing answers there, or not in time, or it is starting or shutting down. */
    | 'unreachable'
    /** Signed by another authority, for another host, expired, or no TLS at all. */
    | 'wrong-certificate'
    /** The role is retired or may not do this, or its password is another one. */
    | 'refused'
    /** Every host that answered takes no writes. */
    | 'read-only'
    | 'full'
    /** It takes no more connections, at all or from this role. */
    | 'too-many'
    /** The database no longer has the function that was called. */
    | 'newer'
    /** The database does not have yet what was called: it was not brought to this version. */
    | 'older'
    /** Another session of the same till has begun since. */
    | 'session-taken'
    /** The database is that of a chain of another environment. */
    | 'other-environment'
    | 'failed';
  /** For the log and for whoever runs the database; in English, without secrets. */
  readonly detail: string;
  readonly sqlState: string | null;
  /** As the address names it; null if no host was tried. */
  readonly host: string | null;
}

export type ChainResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: ChainProblem };

/** Carries a problem out of a transaction's work. */
export class ChainError extends Error {
  readonly problem: ChainProblem;
  constructor(problem: ChainProblem) {
    super(`${problem.kind}: ${problem.detail}`);
    this.name = 'ChainError';
    this.problem = problem;
  }
}

const KIND_BY_SQL_STATE: Readonly<Record<string, ChainProblem['kind']>> = {
  '25006': 'read-only',
  '53100': 'full',
  '53300': 'too-many',
  '42883': 'newer',
  // The schema itself.
  '3F000': 'older',
  '42501': 'refused',
  MS001: 'session-taken',
  MS004: 'other-environment',
  // Shut down, crashed, starting: another moment or another host will do.
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  // Its own limit for a statement: it is slower than we wait for.
  '57014': 'unreachable',
};
/** Connection exceptions, and everything about who one is. */
const KIND_BY_SQL_CLASS: Readonly<Record<string, ChainProblem['kind']>> = {
  '08': 'unreachable',
  '28': 'refused',
};

export function toChainProblem(error: unknown, host: string | null): ChainProblem {
  const detail = error instanceof Error ? error.message || error.name : String(error);
  const code = getErrorCode(error);
  const isSqlState = code !== null && /^[0-9A-Z]{5}$/.test(code) && isFromServer(error);
  if (isSqlState) {
    const kind = KIND_BY_SQL_STATE[code] ?? KIND_BY_SQL_CLASS[code.slice(0, 2)] ?? 'failed';
    return { kind, detail, sqlState: code, host };
  }
  return { kind: toConnectionProblemKind(code, detail), detail, sqlState: null, host };
}

/** What is no answer of the server's: the network's, or its certificate. */
function toConnectionProblemKind(code: string | null, detail: string): ChainProblem['kind'] {
  const isCertificate =
    code !== null &&
    (/CERT|^ERR_TLS|^ERR_SSL|^ERR_OSSL|SIGNATURE|ISSUER|CRL/.test(code) || code === 'EPROTO');
  if (isCertificate || /does not support SSL|establishing an SSL/.test(detail)) {
    return 'wrong-certificate';
  }
  // The system names what its network does; the rest are the client's own words for a broken line.
  const isLine =
    code !== null || /^no answer within|^Connection terminated|queryable$/.test(detail);
  return isLine ? 'unreachable' : 'failed';
}

/** Answers of the server bear a severity. */
function isFromServer(error: unknown): boolean {
  return typeof Reflect.get(Object(error), 'severity') === 'string';
}

function getErrorCode(error: unknown): string | null {
  const code: unknown = Reflect.get(Object(error), 'code');
  if (typeof code === 'string') return code;
  // A name of two addresses fails with one error for both.
  return error instanceof AggregateError ? getErrorCode(error.errors[0]) : null;
}
