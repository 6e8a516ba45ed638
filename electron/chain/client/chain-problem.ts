/** Why a query of the chain's database failed. */
export interface ChainProblem {
  readonly kind: /**
   * No answer, or not in time, or the server is starting or shutting down, or its access rules let
   * nobody in from this address.
   */
    | 'unreachable'
    /**
     * The certificate is signed by another authority, is for another host or expired, or there is
     * no TLS.
     */
    | 'wrong-certificate'
    /** The role is retired or lacks the permission, or the password is wrong. */
    | 'refused'
    /** Every host that answered is read-only. */
    | 'read-only'
    | 'full'
    /** The server accepts no more connections, in total or for this role. */
    | 'too-many'
    /** The database schema is newer and no longer has the called function. */
    | 'newer'
    /** The database schema is older and does not have the called function yet. */
    | 'older'
    /** Another session of the same till started later. */
    | 'session-taken'
    /** The database belongs to a chain of another environment. */
    | 'other-environment'
    | 'failed';
  /** For the log and the database administrator; in English, without secrets. */
  readonly detail: string;
  readonly sqlState: string | null;
  /** As written in the address; null if no host was tried. */
  readonly host: string | null;
}

export type ChainResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: ChainProblem };

/** Takes a problem out of the work of a transaction. */
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
  // The schema does not exist.
  '3F000': 'older',
  '42501': 'refused',
  MS001: 'session-taken',
  MS004: 'other-environment',
  // Shutting down, crashed, starting: a later attempt or another host can succeed.
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  // The statement timeout of the server: it took longer than this program waits.
  '57014': 'unreachable',
};
/** Connection exceptions, and invalid authorization. */
const KIND_BY_SQL_CLASS: Readonly<Record<string, ChainProblem['kind']>> = {
  '08': 'unreachable',
  '28': 'refused',
};

export function toChainProblem(error: unknown, host: string | null): ChainProblem {
  const detail = error instanceof Error ? error.message || error.name : String(error);
  const code = getErrorCode(error);
  const isSqlState = code !== null && /^[0-9A-Z]{5}$/.test(code) && isFromServer(error);
  if (isSqlState) {
    // Its rules, like a firewall, are about the address: no login was tried.
    if (code === '28000' && Reflect.get(Object(error), 'routine') === 'ClientAuthentication')
      return { kind: 'unreachable', detail, sqlState: code, host };
    const kind = KIND_BY_SQL_STATE[code] ?? KIND_BY_SQL_CLASS[code.slice(0, 2)] ?? 'failed';
    return { kind, detail, sqlState: code, host };
  }
  return { kind: toConnectionProblemKind(code, detail), detail, sqlState: null, host };
}

/** Classifies errors that are not answers of the server: network and certificate errors. */
function toConnectionProblemKind(code: string | null, detail: string): ChainProblem['kind'] {
  const isCertificateError =
    code !== null &&
    (/CERT|^ERR_TLS|^ERR_SSL|^ERR_OSSL|SIGNATURE|ISSUER|CRL/.test(code) || code === 'EPROTO');
  if (isCertificateError || /does not support SSL|establishing an SSL/.test(detail)) {
    return 'wrong-certificate';
  }
  // System errors have a code; the rest are the client's own messages for a broken connection.
  const isNetworkError =
    code !== null || /^no answer within|^not a host|^Connection terminated|queryable$/.test(detail);
  return isNetworkError ? 'unreachable' : 'failed';
}

/** Errors sent by the server have a severity. */
function isFromServer(error: unknown): boolean {
  return typeof Reflect.get(Object(error), 'severity') === 'string';
}

function getErrorCode(error: unknown): string | null {
  const code: unknown = Reflect.get(Object(error), 'code');
  if (typeof code === 'string') return code;
  // A host name with two addresses fails with one error for both.
  return error instanceof AggregateError ? getErrorCode(error.errors[0]) : null;
}
