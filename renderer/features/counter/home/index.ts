/**
 * The home screen: find the biller. It searches the cached catalogue while the cashier types, shows
 * the catalogue's age if that matters, and leads to the bill flow. Nothing here asks the service.
 */
export { Home } from './home.tsx';
