/**
 * The home screen: find the biller. Searches the cached catalogue as one types, says how old it is
 * where that matters, and leads to the bill flow. Nothing here asks the service.
 */
export { Home } from './home.tsx';
