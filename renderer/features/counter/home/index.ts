/**
 * The home screen: finds the biller. It searches the cached catalogue while the cashier types,
 * shows the catalogue's age if that matters, and opens the payment flow. It sends no request to the
 * service, except when the cashier refreshes the catalogue.
 */
export { HomePage } from './home.tsx';
