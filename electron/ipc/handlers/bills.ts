import { type HandlerPorts, type HandlersOf, withTill } from './ports.ts';

export function billHandlers(ports: HandlerPorts): HandlersOf<'bills'> {
  return {
    'bills.list': ({ page }) => withTill(ports, ({ bills }) => bills.list(page)),
    'bills.link': (input) => withTill(ports, ({ bills }) => bills.link(input)),
    'bills.refresh': ({ billId }) => withTill(ports, ({ bills }) => bills.refresh(billId)),
    'bills.extraData': ({ billId }) => withTill(ports, ({ bills }) => bills.extraData(billId)),
    'bills.unlink': ({ billId }) => withTill(ports, ({ bills }) => bills.unlink(billId)),
    'bills.balance': ({ billId }) => withTill(ports, ({ bills }) => bills.balance(billId)),
  };
}
