/**
 * Sign-in: a cashier picks her name from the list and types her PIN. Training shows the sample
 * PINs.
 */
export { SignIn } from './sign-in.tsx';
