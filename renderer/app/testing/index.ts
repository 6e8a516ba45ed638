/** For tests of the page: the whole application on a fake till, and the small shop behind it. */
export { type FakeShop, fakeCatalog, fakeShop, fakeState, fakeStatus } from './fake-shop.ts';
export { createFakeTill, type FakeTill } from './fake-till.ts';
export { showApp } from './show-app.tsx';
