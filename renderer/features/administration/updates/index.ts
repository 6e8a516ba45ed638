/** The room of updates, for an owner: which version there is, what it waits for, installing it. */
export { UpdatesPage } from './updates-page.tsx';
