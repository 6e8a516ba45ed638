import { type HandlerPorts, type HandlersOf, withTill } from './ports.ts';

export function recoveryHandlers(ports: HandlerPorts): HandlersOf<'recovery'> {
  return {
    'recovery.state': () => withTill(ports, ({ recovery }) => recovery.state()),
    'recovery.make': (input) => withTill(ports, ({ recovery }) => recovery.make(input)),
    'recovery.print': (input) => withTill(ports, ({ recovery }) => recovery.print(input)),
    'recovery.confirm': (input) => withTill(ports, ({ recovery }) => recovery.confirm(input)),
    'recovery.enter': (input) => withTill(ports, ({ recovery }) => recovery.enter(input)),
  };
}
