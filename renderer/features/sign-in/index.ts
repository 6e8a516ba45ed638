/** Sign-in: a cashier picked from the list, and her PIN. In training the sample PINs are shown. */
export { SignIn } from './sign-in.tsx';
