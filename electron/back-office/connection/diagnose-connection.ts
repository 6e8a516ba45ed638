import {
  assertNever,
  type ConnectionFault,
  type Problem,
  type UnreachableReason,
} from '../../../shared/contract/index.ts';
import type { ConnectionProbe } from '../../service/index.ts';

/** What the probes found, and the problem of the last request to the service. */
export interface ConnectionFacts {
  readonly problem: Problem;
  /** Whether a network interface other than loopback has an address. */
  readonly hasLink: boolean;
  /** Whether the name of the service, or of its proxy, has an address. */
  readonly nameLookup: NameLookup;
  /** The result of opening an encrypted connection to the service and closing it again. */
  readonly connection: ConnectionProbe;
  /** The other servers in the settings: `none` if there are none. */
  readonly otherServers: 'answering' | 'silent' | 'none';
}

export type NameLookup = 'resolved' | 'not-found' | 'failed';

/**
 * Returns whose fault the problem is; null if the connection works again, or if the problem does not
 * concern the connection.
 */
export function diagnoseConnection(facts: ConnectionFacts): ConnectionFault | null {
  const { problem, connection } = facts;
  if (connection.kind === 'failed') return diagnoseFailedConnection(facts, connection.reason);
  switch (problem.kind) {
    case 'keys-refused':
      return { kind: 'key' };
    case 'clock-off':
      return { kind: 'clock', minutes: problem.minutes };
    case 'service-refused':
      return { kind: 'service', httpStatus: problem.httpStatus };
    case 'service-unreadable':
      return diagnoseUnreadableAnswer(problem.httpStatus);
    case 'service-silent':
      return { kind: 'service', httpStatus: null };
    // The connection opens now: the next request shows how the service answers.
    case 'service-unreachable':
      return null;
    default:
      return null;
  }
}

/** The service answers with JSON. A redirection or a page with 2xx is somebody else's. */
function diagnoseUnreadableAnswer(httpStatus: number): ConnectionFault {
  const isOther = httpStatus < 400 || httpStatus === 511;
  return isOther ? { kind: 'intercepted' } : { kind: 'service', httpStatus };
}

function diagnoseFailedConnection(
  facts: ConnectionFacts,
  reason: UnreachableReason,
): ConnectionFault {
  const { hasLink, nameLookup, otherServers } = facts;
  switch (reason) {
    case 'insecure-address':
      return { kind: 'address' };
    case 'tls-expired':
    case 'tls-not-yet-valid':
      return { kind: 'clock', minutes: null };
    case 'tls':
    case 'tls-name':
    case 'tls-authority':
    case 'tls-self-signed':
      return { kind: 'intercepted' };
    case 'refused':
      return { kind: 'service', httpStatus: null };
    case 'proxy':
    case 'tls-proxy':
      return hasLink ? { kind: 'proxy' } : { kind: 'no-link' };
    case 'no-network':
    case 'name-not-found':
    case 'other':
      if (!hasLink) return { kind: 'no-link' };
      if (nameLookup !== 'resolved') {
        // Other names have an address: only the service's name has none.
        const isNameWrong = nameLookup === 'not-found' && otherServers === 'answering';
        return { kind: isNameWrong ? 'address' : 'no-dns' };
      }
      if (reason === 'no-network') return { kind: 'no-route' };
      switch (otherServers) {
        case 'answering':
          return { kind: 'service', httpStatus: null };
        case 'silent':
          return { kind: 'provider' };
        case 'none':
          return { kind: 'provider-or-service' };
        default:
          return assertNever(otherServers);
      }
    default:
      return assertNever(reason);
  }
}
