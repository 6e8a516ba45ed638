import { fail, ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createCatalogHandlers({ host }: HandlerPorts): AreaHandlers<'catalog'> {
  const { createTillHandler } = createHandlerFactories(host);
  return {
    'catalog.state': createTillHandler((till) => ok(till.catalog.state())),
    'catalog.search': createTillHandler((till, input) => ok(till.catalog.search(input))),
    'catalog.biller': createTillHandler(({ catalog }, { id }) => {
      const biller = catalog.biller(id);
      if (!biller) return fail({ kind: 'not-found', what: 'biller' });
      return ok({ ...biller, isFavourite: catalog.isFavourite(id) });
    }),
    'catalog.suggested': createTillHandler((till, input) => ok(till.catalog.atHand(input))),
    'catalog.setFavourite': createTillHandler(({ catalog }, { billerId, isFavourite }) => {
      if (isFavourite && !catalog.biller(billerId)) {
        return fail({ kind: 'not-found', what: 'biller' });
      }
      catalog.setFavourite(billerId, isFavourite);
      return ok({});
    }),
    'catalog.findByBarcode': createTillHandler((till, { code, limit }) =>
      ok(till.catalog.byBarcode(code, limit)),
    ),
    'catalog.rates': createTillHandler((till) => ok(till.catalog.rates())),
    'catalog.refresh': createTillHandler((till) => ok(till.catalog.refresh())),
  };
}
