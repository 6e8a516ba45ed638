/** For tests of the page: the whole application on a fake till, and the fake shop behind it. */
export {
  createFakeCatalogState,
  createFakeShop,
  createFakeStatusLine,
  createFakeTillState,
  type FakeShop,
} from './fake-shop.ts';
export { createFakeTill, type FakeTill } from './fake-till.ts';
export { renderApp } from './render-app.tsx';
