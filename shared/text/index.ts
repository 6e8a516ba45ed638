/** Text as it is compared, whoever typed it and however. Pure; what is shown stays as it was. */
export { plain } from './plain.ts';
