/**
 * Claims: the disputed payments of this till, their notes and follow-ups, and the signed sheet of each.
 * electron/counter/claims documents what each call guarantees.
 */
export { ClaimsPage } from './claims-page.tsx';
