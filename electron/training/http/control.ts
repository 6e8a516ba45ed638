import type { IncomingMessage } from 'node:http';
import { isDecimal, money } from '../../../shared/money/index.ts';
import { readFaults } from '../rules/index.ts';
import type { TrainingReply } from '../wire/index.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { TrainingService } from './service.ts';

/** Unsigned addresses beside the service's own, for anybody at the same machine. */
const FAULTS = '/training/faults';
const ACCOUNT = '/training/account';

export function isControl(target: string): boolean {
  return target === FAULTS || target === ACCOUNT;
}

export function answerControl(
  service: TrainingService,
  request: IncomingMessage,
  body: Uint8Array,
): TrainingReply {
  if (!isLoopback(request.socket.remoteAddress ?? '')) return say(403, { message: 'Forbidden' });
  const text = new TextDecoder().decode(body);
  switch (`${request.method} ${request.url}`) {
    case `GET ${FAULTS}`:
      return say(200, { faults: service.faults() });
    case `POST ${FAULTS}`: {
      const read = readFaults(text);
      if (!read.ok) return say(400, { message: read.message });
      return say(200, { faults: service.setFaults(read.faults) });
    }
    case `GET ${ACCOUNT}`:
      return say(200, { balance: service.inspect().balance });
    case `POST ${ACCOUNT}`: {
      const balance = readBalance(text);
      if (balance === null) {
        return say(400, { message: 'Send {"balance":"1000.00"}: a decimal string, in MXN' });
      }
      service.setBalance(balance);
      return say(200, { balance: service.inspect().balance });
    }
    default:
      return say(405, { message: 'GET or POST' });
  }
}

function readBalance(text: string): string | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === 'object' && parsed !== null && 'balance' in parsed;
    const balance = isObject ? parsed.balance : null;
    return typeof balance === 'string' && isDecimal(balance) ? money(balance, 'MXN').amount : null;
  } catch {
    return null;
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function say(status: number, body: object): TrainingReply {
  return {
    kind: 'answer',
    status,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}
