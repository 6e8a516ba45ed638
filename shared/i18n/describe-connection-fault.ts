import { assertNever, type ConnectionFault, type Language } from '../contract/index.ts';
import { getText } from './texts.ts';

/** One sentence: whose fault it is, what to do, what still works and what not to do. */
export function describeConnectionFault(fault: ConnectionFault, language: Language): string {
  switch (fault.kind) {
    case 'service':
      return fault.httpStatus === null
        ? getText('connection', language, 'service')
        : getText('connection', language, 'service-status', { status: fault.httpStatus });
    case 'clock':
      return fault.minutes === null
        ? getText('connection', language, 'clock')
        : getText('connection', language, 'clock-minutes', { minutes: fault.minutes });
    case 'no-link':
    case 'no-route':
    case 'no-dns':
    case 'proxy':
    case 'intercepted':
    case 'provider':
    case 'provider-or-service':
    case 'key':
    case 'address':
      return getText('connection', language, fault.kind);
    default:
      return assertNever(fault);
  }
}
