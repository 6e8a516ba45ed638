/** The rooms behind the counter, each offered to those who may enter it (`acts`). */
export { BackOffice } from './back-office.tsx';
