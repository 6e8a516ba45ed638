/**
 * Sign-in: a cashier chooses a name from the list and types the PIN. Training shows the sample
 * PINs.
 */
export { SignInPage } from './sign-in.tsx';
