import { fail, ok } from '../../../../shared/contract/index.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createUpdateHandlers({ updates }: HandlerPorts): AreaHandlers<'updates'> {
  if (updates === undefined) {
    const rejectCall = () => fail({ kind: 'update', reason: 'not-here' } as const);
    return {
      'updates.state': rejectCall,
      'updates.check': rejectCall,
      'updates.install': rejectCall,
    };
  }
  return {
    'updates.state': () => ok(updates.state()),
    'updates.check': async () => ok(await updates.check()),
    'updates.install': () => updates.install(),
  };
}
