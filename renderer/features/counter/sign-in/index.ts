/**
 * Sign-in: a cashier chooses a name from the list and types the PIN. Training shows the sample
 * PINs.
 */
export { SignIn } from './sign-in.tsx';
