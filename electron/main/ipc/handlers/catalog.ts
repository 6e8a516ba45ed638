import { fail, ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createCatalogHandlers({ host }: HandlerPorts): PartHandlers<'catalog'> {
  const { forTill } = createHandlerFactories(host);
  return {
    'catalog.state': forTill((till) => ok(till.catalog.state())),
    'catalog.search': forTill((till, input) => ok(till.catalog.search(input))),
    'catalog.biller': forTill(({ catalog }, { id }) => {
      const biller = catalog.biller(id);
      if (!biller) return fail({ kind: 'not-found', what: 'biller' });
      return ok({ ...biller, isFavourite: catalog.isFavourite(id) });
    }),
    'catalog.suggested': forTill((till, input) => ok(till.catalog.atHand(input))),
    'catalog.setFavourite': forTill(({ catalog }, { billerId, isFavourite }) => {
      if (isFavourite && !catalog.biller(billerId)) {
        return fail({ kind: 'not-found', what: 'biller' });
      }
      catalog.setFavourite(billerId, isFavourite);
      return ok({});
    }),
    'catalog.findByBarcode': forTill((till, { code, limit }) =>
      ok(till.catalog.byBarcode(code, limit)),
    ),
    'catalog.rates': forTill((till) => ok(till.catalog.rates())),
    'catalog.refresh': forTill((till) => ok(till.catalog.refresh())),
  };
}
