import { type HandlerPorts, type HandlersOf, withTill } from './ports.ts';

export function historyHandlers(ports: HandlerPorts): HandlersOf<'history'> {
  return {
    'history.search': (input) => withTill(ports, ({ history }) => history.search(input)),
    'history.events': ({ paymentId }) =>
      withTill(ports, ({ history }) => history.events(paymentId)),
    'history.export': ({ filter }) => withTill(ports, ({ history }) => history.export(filter)),
  };
}
