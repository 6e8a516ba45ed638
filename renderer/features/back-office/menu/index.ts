/** The menu of the back office. It offers only the pages that the signed-in role may open. */
export { BackOffice } from './back-office.tsx';
