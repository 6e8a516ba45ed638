import { fail, ok } from '../../../../shared/contract/index.ts';
import { type HandlerPorts, type PartHandlers, withTill } from './ports.ts';

export function createCatalogHandlers(ports: HandlerPorts): PartHandlers<'catalog'> {
  return {
    'catalog.state': () => withTill(ports, ({ catalog }) => ok(catalog.state())),
    'catalog.search': (input) => withTill(ports, ({ catalog }) => ok(catalog.search(input))),
    'catalog.biller': ({ id }) =>
      withTill(ports, ({ catalog }) => {
        const biller = catalog.biller(id);
        if (!biller) return fail({ kind: 'not-found', what: 'biller' });
        return ok({ ...biller, isFavourite: catalog.isFavourite(id) });
      }),
    'catalog.suggested': (input) => withTill(ports, ({ catalog }) => ok(catalog.atHand(input))),
    'catalog.setFavourite': ({ billerId, isFavourite }) =>
      withTill(ports, ({ catalog }) => {
        if (isFavourite && !catalog.biller(billerId)) {
          return fail({ kind: 'not-found', what: 'biller' });
        }
        catalog.setFavourite(billerId, isFavourite);
        return ok({});
      }),
    'catalog.findByBarcode': ({ code, limit }) =>
      withTill(ports, ({ catalog }) => ok(catalog.byBarcode(code, limit))),
    'catalog.rates': () => withTill(ports, ({ catalog }) => ok(catalog.rates())),
    'catalog.refresh': () => withTill(ports, ({ catalog }) => ok(catalog.refresh())),
  };
}
