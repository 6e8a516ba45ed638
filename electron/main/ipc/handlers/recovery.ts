import { type HandlerPorts, type PartHandlers, withTill } from './ports.ts';

export function createRecoveryHandlers(ports: HandlerPorts): PartHandlers<'recovery'> {
  return {
    'recovery.state': () => withTill(ports, ({ recovery }) => recovery.state()),
    'recovery.createKey': (input) => withTill(ports, ({ recovery }) => recovery.make(input)),
    'recovery.print': (input) => withTill(ports, ({ recovery }) => recovery.print(input)),
    'recovery.confirm': (input) => withTill(ports, ({ recovery }) => recovery.confirm(input)),
    'recovery.resetPin': (input) => withTill(ports, ({ recovery }) => recovery.enter(input)),
  };
}
