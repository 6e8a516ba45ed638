/** The rooms behind the counter, each offered to whoever may enter it (`acts`). */
export { BackOffice } from './back-office.tsx';
